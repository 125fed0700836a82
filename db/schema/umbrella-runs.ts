import { bigint, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { day, jobColumns, objectId } from '../columns'
import { appUser } from './access'
import { navControl } from './navs'

/** The controls of all funds of the files of an umbrella, run one after the other with one reason and comment. */
export const umbrellaRun = pgTable('umbrella_run', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  ...jobColumns,
  fileNames: text('file_names').array().notNull(),
  reasonCode: text('reason_code').notNull(),
  comment: text('comment').notNull(),
  requestedBy: integer('requested_by')
    .notNull()
    .references(() => appUser.id),
})

/** A fund of such a run. It has a control or a refusal when its turn is over. */
export const umbrellaFund = pgTable(
  'umbrella_fund',
  {
    runId: bigint('run_id', { mode: 'number' })
      .notNull()
      .references(() => umbrellaRun.id),
    /** In the order of the files, from 0. */
    position: integer('position').notNull(),
    /** Null where the lines have none. */
    fundCode: text('fund_code'),
    navDate: day('nav_date'),
    controlId: objectId('control_id').references(() => navControl.id),
    /** Why it was refused; '' otherwise. */
    refusal: text('refusal').notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.runId, t.position] })],
)
