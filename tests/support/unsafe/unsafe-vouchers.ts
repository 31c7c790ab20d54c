import { database } from '#lib/server/platform/db/connect.ts'

/**
 * Breaks the program's own statement by a view before its table: a voucher is read and written a moment later. A race that
 * passes with it proves nothing. Affects the database of the test file only and returns how to undo it.
 */
export async function takeVouchersByReadingFirst(): Promise<() => Promise<void>> {
  await database().query(`
    ALTER TABLE system_voucher RENAME TO real_voucher;
    CREATE VIEW system_voucher AS SELECT * FROM real_voucher;
    CREATE FUNCTION write_what_was_read() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_sleep(0.005);
      UPDATE real_voucher SET balance = NEW.balance WHERE system_voucher_id = NEW.system_voucher_id;
      RETURN NEW;
    END $$;
    CREATE TRIGGER write_what_was_read INSTEAD OF UPDATE ON system_voucher FOR EACH ROW EXECUTE FUNCTION write_what_was_read()`)
  return async () => {
    await database().query('DROP VIEW system_voucher; DROP FUNCTION write_what_was_read; ALTER TABLE real_voucher RENAME TO system_voucher')
  }
}
