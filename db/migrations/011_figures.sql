-- Figures from outside that draws are settled by: pools that several countries share.

-- A file that somebody brought, and the same file brought again by another person, who approves it so.
CREATE TABLE draw_figures (
  draw_id bigint NOT NULL,
  entry integer GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT domain_now(),
  actor text NOT NULL,
  approves boolean NOT NULL,
  -- SHA-256 of the file.
  hash bytea NOT NULL CHECK (length(hash) = 32),
  file text NOT NULL,
  -- As the draw's kind of game writes them down.
  figures jsonb NOT NULL,
  PRIMARY KEY (draw_id, entry)
);

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON draw_figures
  FOR EACH STATEMENT EXECUTE FUNCTION append_only();

-- The last import counts: a new one after an approved one takes its place, and waits for its own approval.
CREATE VIEW approved_figures AS
SELECT draw_id, at, hash, file, figures FROM (
  SELECT DISTINCT ON (draw_id) * FROM draw_figures ORDER BY draw_id, entry DESC
) last WHERE approves;
