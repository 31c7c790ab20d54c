-- Refuses in the middle of a transaction what a statement finds, so that those behind it, the COMMIT too, need not wait for its answer: nothing is written then.
-- The code is one of the refusals that `db/refusals.ts` reads out of the error.
CREATE OR REPLACE FUNCTION refuse_unless(is_good boolean, code text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF is_good IS NOT TRUE THEN
    RAISE EXCEPTION USING ERRCODE = 'SH002', MESSAGE = code;
  END IF;
END $$;
