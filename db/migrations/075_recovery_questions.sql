-- Up Migration
-- What somebody asked who has forgotten a password or a name, until the worker answers; known person or not.
-- The job holds the number alone, so that a question can be taken back by the person it is about.
CREATE TABLE recovery_questions (
  question_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  national_id text NOT NULL,
  question jsonb NOT NULL
);
CREATE INDEX ON recovery_questions (national_id);
