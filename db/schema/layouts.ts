import { integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '../columns'
import { appUser } from './access'

/** A user's preferences for a grid: the layout that it opens with, and named views. */
export const savedLayout = pgTable(
  'saved_layout',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => appUser.id),
    /** The grid: "navdashboard", "invoicelog", … */
    key: text('key').notNull(),
    /** Name of the view; empty for the layout that the grid opens with. */
    name: text('name').notNull().default(''),
    /** The queue whose members also see the view; null for its owner only. */
    queue: text('queue'),
    /** The state saved by the caller; our grids store `{ query }`, their part of an address. */
    state: jsonb('state').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [uniqueIndex('saved_layout_name').on(t.userId, t.key, t.name)],
)
