-- Up Migration
-- What tells whether a sale could be written, without a sale: something is written, and the disk has room for more.
CREATE TABLE write_probes (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  written bigint NOT NULL DEFAULT 0
);
INSERT INTO write_probes DEFAULT VALUES;

-- A table may take a row where it has room and the disk has none. The numbers are more than so little memory holds,
-- so they are put down in a file, which is gone when they were counted.
CREATE FUNCTION probe_write() RETURNS void LANGUAGE plpgsql SET work_mem = '64kB' AS $$
BEGIN
  PERFORM count(*) FROM generate_series(1, 10000);
  UPDATE write_probes SET written = written + 1;
END
$$;
