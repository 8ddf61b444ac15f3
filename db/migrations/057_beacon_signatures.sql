-- The signature whose SHA-256 is the value, where the beacon was read by itself; null where persons entered the value.
ALTER TABLE program_beacons ADD COLUMN signature bytea CHECK (length(signature) = 48);
