import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, objectId } from '../columns'
import { appUser, pendingChange } from './access'
import { fund } from './lookups'
import { navControl } from './navs'

/** Runs of the rules over stored controls, the size of error that each fund's rules find, and proposals with their run. */

/** A run over stored controls; once it is no longer RUNNING, the database refuses every change of it. */
export const replayRun = pgTable(
  'replay_run',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** "replay", "curve", "detection" or "suggestions". */
    kind: text('kind').notNull(),
    /** What was asked: funds, period and changes of tolerances. */
    criteria: jsonb('criteria').notNull(),
    engineVersion: integer('engine_version').notNull(),
    /** "RUNNING", "DONE", "CANCELLED" or "FAILED". */
    status: text('status').notNull(),
    total: integer('total').notNull().default(0),
    done: integer('done').notNull().default(0),
    /** SHA-256 of all that the run read: engine, criteria, and of each control its figures, inputs and results. */
    fingerprint: text('fingerprint'),
    /** The result as JSON, the same bytes for the same fingerprint, and its SHA-256. */
    result: text('result'),
    digest: text('digest'),
    /** Why it failed, or who cancelled it. */
    note: text('note').notNull().default(''),
    /** Null for the monthly job. */
    requestedBy: integer('requested_by').references(() => appUser.id),
    requestedAt: instant('requested_at').notNull(),
    /** The last sign of the process that works on it. */
    beatAt: instant('beat_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (t) => [
    index('replay_run_newest').on(t.kind, t.requestedAt),
    // One month has one list of suggestions.
    uniqueIndex('replay_run_month')
      .on(sql`(criteria ->> 'month')`)
      .where(sql`kind = 'suggestions' and status in ('RUNNING', 'DONE')`),
  ],
)

/** The smallest size of each error that some rule finds in a fund's last control, as it was computed last. */
export const detectionFloor = pgTable(
  'detection_floor',
  {
    fundId: integer('fund_id')
      .notNull()
      .references(() => fund.id),
    error: text('error').notNull(),
    controlId: objectId('control_id')
      .notNull()
      .references(() => navControl.id),
    engineVersion: integer('engine_version').notNull(),
    /** In basis points of FUND TNA; null where no rule finds it. */
    bp: integer('bp'),
    /** The rules that fail at that size, in the order of the rule table. */
    rules: jsonb('rules').notNull(),
    /** The largest size that the books have room for, at most 500; null where the error cannot happen in them. */
    most: integer('most'),
    /** The fund's error threshold in basis points. */
    threshold: text('threshold').notNull(),
    /** What would close a blind spot: a sentence each. */
    closes: jsonb('closes').notNull(),
    /** The first cell that the first rule shows; null where no rule finds it, and in floors of before it was kept. */
    seen: jsonb('seen'),
    computedAt: instant('computed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.fundId, t.error] })],
)

/** The run that a waiting change of a tolerance was proposed from. */
export const replayProposal = pgTable('replay_proposal', {
  changeId: bigint('change_id', { mode: 'number' })
    .primaryKey()
    .references(() => pendingChange.id),
  runId: bigint('run_id', { mode: 'number' })
    .notNull()
    .references(() => replayRun.id),
})
