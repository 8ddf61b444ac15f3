-- What moved on one day is found without reading all years.
CREATE INDEX ledger_transfers_at ON ledger_transfers USING brin (at) WITH (autosummarize = on);
