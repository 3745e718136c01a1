import type { Row } from './setting.ts';
import { blobUrl, databaseUrl, path, s3Endpoint, s3Region, yesOrNo } from './setting.ts';

/** The rows of the table of settings that choose the database and the blob store. */
export const storeRows = {
  databaseUrl: {
    doc: 'The PostgreSQL database of the installation. Unless set, a SQLite database in the data folder. The database must exist, and its user must own it; the first start creates the tables. The way to another machine is encrypted and verified, unless the address ends with `?sslmode=disable`; `postgres:///NAME?host=FOLDER&user=USER` uses a Unix socket. Commands need the same setting as the server: write it in `valise.json`. A password never stands here.',
    kind: databaseUrl,
  },
  databasePassword: {
    doc: 'The password of the user in `databaseUrl`. Read once when a server or command starts. Unless set, the database must let the user in without one.',
    secret: 'everywhere',
  },
  databaseCaFile: {
    doc: 'Certificates (PEM) that may vouch for the database server, in place of the well-known ones.',
    kind: path,
  },
  blobUrl: {
    doc: 'The bucket of an S3 store, and a prefix in it, where the encrypted files are kept. Unless set, the folder `blobs` in the data folder. The bucket must exist. Commands need the same setting as the server: write it in `valise.json`.',
    kind: blobUrl,
  },
  s3Endpoint: {
    doc: 'The address of the S3 store. Unless set, that of AWS for `s3Region`.',
    kind: s3Endpoint,
  },
  s3Region: {
    doc: 'The region of the bucket. Stores other than AWS often take any.',
    kind: s3Region,
    default: 'us-east-1',
  },
  s3Credentials: {
    doc: 'The access key of the S3 store, as AWS tools write it: lines `aws_access_key_id = …` and `aws_secret_access_key = …`, and `aws_session_token = …` where there is one. Read once when a server or command starts.',
    secret: 'everywhere',
  },
  s3CaFile: {
    doc: 'Certificates (PEM) that may vouch for the S3 store, in place of the well-known ones.',
    kind: path,
  },
  s3PathStyle: {
    doc: 'Whether the bucket stands in the path of an address and not in its host name. Unless set, it does where `s3Endpoint` is set.',
    kind: yesOrNo,
  },
} as const satisfies Record<string, Row>;
