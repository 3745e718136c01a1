-- Run once, when the volume of PostgreSQL is empty. The role owns its database and is no superuser.
\set password `cat /run/secrets/database-password`
create role valise login password :'password';
create database valise owner valise encoding 'UTF8' template template0;
