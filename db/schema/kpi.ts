import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, objectId } from '../columns'
import { appUser } from './access'
import { kpiComment, kpiMethod } from './lookups'

/** The comment on a KPI of an object. */
export const kpiCommentEntry = pgTable(
  'kpi_comment_entry',
  {
    objectId: objectId('object_id').notNull(),
    methodId: integer('method_id')
      .notNull()
      .references(() => kpiMethod.id),
    commentId: integer('comment_id')
      .notNull()
      .references(() => kpiComment.id),
    log: text('log').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => appUser.id),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.objectId, t.methodId] })],
)
