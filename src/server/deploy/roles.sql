-- The roles of the BFF, or of the monitor, in PostgreSQL: one that makes and changes tables, one that works with their rows and can
-- do no more. Run it as an administrator, in the database that it is to use; then set the passwords:
--
--   psql -d voter_registration -f roles.sql
--   OWNER_PASSWORD=… SERVICE_PASSWORD=… psql -d voter_registration -f passwords.sql
--
-- `migrate` runs with the owner's DATABASE_URL, before each release, and `bff` with the service's. Tables that are there are handed
-- to the owner. It may run any number of times.

DO $$
DECLARE
  owner CONSTANT text := 'voter_registration_owner';
  service CONSTANT text := 'voter_registration_service';
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY[owner, service] LOOP
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name) THEN
      EXECUTE format('CREATE ROLE %I', name);
    END IF;
    EXECUTE format('ALTER ROLE %I LOGIN NOCREATEDB NOCREATEROLE', name);
  END LOOP;

  -- Nobody else comes in, and nobody else makes anything here: until PostgreSQL 14 everybody could.
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO %I, %I', current_database(), owner, service);

  FOR name IN SELECT tablename FROM pg_tables
    WHERE schemaname = 'public' AND tablename ~ '^(bff|monitor)_'
  LOOP
    EXECUTE format('ALTER TABLE public.%I OWNER TO %I', name, owner);
  END LOOP;
END $$;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO voter_registration_owner;
GRANT USAGE ON SCHEMA public TO voter_registration_service;

-- Rows only, of tables that are there and of those that migrations will make: no CREATE, ALTER, DROP, TRUNCATE.
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO voter_registration_service;
ALTER DEFAULT PRIVILEGES FOR ROLE voter_registration_owner IN SCHEMA public
  GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO voter_registration_service;
