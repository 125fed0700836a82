import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, jobColumns, objectId } from '../columns'
import { appUser, pendingChange } from './access'
import { fund } from './lookups'
import { navControl } from './navs'

/**
 * Runs of the rules over stored controls, the smallest error that each fund's rules detect, and proposals with their
 * run.
 */

/** A run over stored controls; when it is no longer RUNNING, the database refuses to change it. */
export const replayRun = pgTable(
  'replay_run',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    ...jobColumns,
    /** "replay", "curve", "detection" or "suggestions". */
    kind: text('kind').notNull(),
    /** What was requested: funds, period and changes of tolerances. */
    criteria: jsonb('criteria').notNull(),
    engineVersion: integer('engine_version').notNull(),
    /** SHA-256 of everything that the run read: engine, criteria, and each control's figures, inputs and results. */
    fingerprint: text('fingerprint'),
    /** The result as JSON, the same bytes for the same fingerprint, and its SHA-256. */
    result: text('result'),
    digest: text('digest'),
    /** Null for the monthly job. */
    requestedBy: integer('requested_by').references(() => appUser.id),
  },
  (t) => [
    index('replay_run_newest').on(t.kind, t.requestedAt),
    // Each month has one list of suggestions.
    uniqueIndex('replay_run_month')
      .on(sql`(criteria ->> 'month')`)
      .where(sql`kind = 'suggestions' and status in ('RUNNING', 'DONE')`),
  ],
)

/** The smallest size of each error that a rule detects in a fund's last control, as last computed. */
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
    /** In basis points of FUND TNA; null if no rule detects it. */
    bp: integer('bp'),
    /** The rules that fail at that size, in the order of the rule table. */
    rules: jsonb('rules').notNull(),
    /** The largest size possible in the books, at most 500; null if the error cannot occur in them. */
    most: integer('most'),
    /** The fund's error threshold in basis points. */
    threshold: text('threshold').notNull(),
    /** What would close a blind spot: one sentence each. */
    closes: jsonb('closes').notNull(),
    /** The first cell shown by the first rule; null if no rule detects it, and in floors from before it was stored. */
    seen: jsonb('seen'),
    /** The floor without second sources, and those that close a blind spot; null for a control without any. */
    sources: jsonb('sources'),
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
