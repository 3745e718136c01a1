import { Type } from 'typebox';
import { count, listOf, object, part, text, time } from './api-fields.ts';
import { operation } from './operation.ts';

/** The contacts and groups of an account, one by one: API v1. */

const program = { scheme: 'bearer', scope: 'contacts' } as const;
const contactPath = '/api/v1/contacts';
const groupPath = '/api/v1/groups';

/** What is there must be in the state that the caller saw, or must not be there. */
const conditions = Type.Object({
  'if-match': Type.Optional(text),
  'if-none-match': Type.Optional(text),
});
const changes = ['precondition_failed'] as const;

/** As a cursor names the last contact by its name, it is as long as that makes it. */
const contactPart = { ...part, after: Type.Optional(Type.String({ minLength: 1 })) };

const contact = object({
  email: text,
  name: text,
  /** Digits with the country code; empty where there is none. */
  number: text,
  language: text,
  /** Whether it is one of the operator, for all accounts, which cannot be changed here. */
  shared: Type.Boolean(),
});

const byEmail = object({ email: text });

export const apiContactOperations = {
  list: operation({
    summary: 'Lists contacts by name.',
    on: `GET ${contactPath}`,
    access: program,
    cost: 'request',
    input: {
      query: object({
        ...contactPart,
        /** Words with which words of name or address begin, or a number with its first digits. */
        q: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
        /** Left out: those of the account. */
        book: Type.Optional(Type.Enum(['own', 'shared'])),
      }),
    },
    answer: listOf(contact),
  }),
  show: operation({
    summary: 'The contact of an address: that of the account, or else the shared one.',
    on: `GET ${contactPath}/:email`,
    access: program,
    cost: 'request',
    input: { params: byEmail, headers: conditions },
    answer: contact,
    answerHeaders: ['ETag'],
  }),
  put: operation({
    summary: 'Adds the contact of an address, or replaces its fields. What is left out is empty.',
    on: `PUT ${contactPath}/:email`,
    access: program,
    cost: 'request',
    input: {
      params: byEmail,
      headers: conditions,
      json: object({
        /** Another one gives the contact this address, in its groups too. */
        email: Type.Optional(text),
        name: Type.Optional(text),
        number: Type.Optional(text),
        language: Type.Optional(text),
        /** As it was read. */
        shared: Type.Optional(
          Type.Boolean({ problem: 'must be false: a shared contact is changed by the operator.' }),
        ),
      }),
    },
    answer: contact,
    mayCreate: true,
    fails: [...changes, 'contact_exists'],
    answerHeaders: ['ETag'],
  }),
  remove: operation({
    summary: 'Removes a contact of the account, also from its groups.',
    on: `DELETE ${contactPath}/:email`,
    access: program,
    cost: 'request',
    input: { params: byEmail, headers: conditions },
    answer: 'none',
    fails: changes,
  }),
};

const about = { id: text, name: text, created_at: time };
const group = object({
  ...about,
  /** Addresses of contacts, in alphabetical order. */
  members: Type.Array(text),
});

const given = object({
  name: text,
  /** Addresses of contacts, own or shared ones. */
  members: Type.Array(text, { maxItems: 1000 }),
});

const byId = object({ id: text });

export const apiGroupOperations = {
  list: operation({
    summary: 'Lists groups of contacts by name.',
    on: `GET ${groupPath}`,
    access: program,
    cost: 'request',
    input: { query: object(contactPart) },
    answer: listOf(object({ ...about, member_count: count })),
  }),
  create: operation({
    summary: 'Makes a group of contacts.',
    on: `POST ${groupPath}`,
    access: program,
    cost: 'request',
    input: { json: given },
    status: 201,
    answer: group,
    answerHeaders: ['ETag'],
  }),
  show: operation({
    summary: 'A group and its members.',
    on: `GET ${groupPath}/:id`,
    access: program,
    cost: 'request',
    input: { params: byId, headers: conditions },
    answer: group,
    answerHeaders: ['ETag'],
  }),
  put: operation({
    summary: 'Replaces the name and the members of a group.',
    on: `PUT ${groupPath}/:id`,
    access: program,
    cost: 'request',
    input: { params: byId, headers: conditions, json: given },
    answer: group,
    fails: changes,
    answerHeaders: ['ETag'],
  }),
  remove: operation({
    summary: 'Removes a group; its members stay contacts.',
    on: `DELETE ${groupPath}/:id`,
    access: program,
    cost: 'request',
    input: { params: byId, headers: conditions },
    answer: 'none',
    fails: changes,
  }),
};
