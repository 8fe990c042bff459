-- notices tell other processes at once: of messages and computers' turns that are due, and of settings that they keep in memory
CREATE FUNCTION parterre_notify() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_notify('parterre', TG_ARGV[0]);
    RETURN NULL;
END $$;
CREATE FUNCTION parterre_notify_id() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_notify('parterre', TG_TABLE_NAME || ' ' || (CASE TG_OP WHEN 'DELETE' THEN OLD.id ELSE NEW.id END));
    RETURN NULL;
END $$;
-- By row, not by statement: most statements that enqueue something add no row. A transaction sends equal notices once.
CREATE TRIGGER outbox_row_added AFTER INSERT ON outbox
    FOR EACH ROW WHEN (NEW.message IS NULL AND NEW.not_before IS NOT NULL) EXECUTE FUNCTION parterre_notify('outbox');
CREATE TRIGGER outbox_row_due_earlier AFTER UPDATE OF not_before ON outbox
    FOR EACH ROW WHEN (NEW.message IS NULL AND NEW.not_before < coalesce(OLD.not_before, 'Infinity'))
    EXECUTE FUNCTION parterre_notify('outbox');
CREATE TRIGGER computer_turn_added AFTER INSERT ON due
    FOR EACH ROW WHEN (NEW.kind = 'computer') EXECUTE FUNCTION parterre_notify('computers');
CREATE TRIGGER computer_turn_due_earlier AFTER UPDATE OF at ON due
    FOR EACH ROW WHEN (NEW.kind = 'computer' AND NEW.at < OLD.at) EXECUTE FUNCTION parterre_notify('computers');
CREATE TRIGGER settings_of_person_changed AFTER INSERT OR UPDATE OR DELETE ON persons
    FOR EACH ROW EXECUTE FUNCTION parterre_notify_id();
CREATE TRIGGER settings_of_server_changed AFTER INSERT OR UPDATE OR DELETE ON guilds
    FOR EACH ROW EXECUTE FUNCTION parterre_notify_id();
