-- Sets the passwords of the roles that roles.sql has made, from the environment: at first, and to change them. psql 14 or newer.
--
--   OWNER_PASSWORD=… SERVICE_PASSWORD=… psql -d voter_registration -f passwords.sql

\set ON_ERROR_STOP on
\getenv owner_password OWNER_PASSWORD
\getenv service_password SERVICE_PASSWORD
ALTER ROLE voter_registration_owner PASSWORD :'owner_password';
ALTER ROLE voter_registration_service PASSWORD :'service_password';
