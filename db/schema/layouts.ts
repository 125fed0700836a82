import { integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant } from '../columns'
import { appUser } from './access'

/** How a user wants to see a grid: the layout that it opens with, and the views that they keep under a name. */
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
    /** The queue whose members see the view among theirs; null for its owner alone. */
    queue: text('queue'),
    /** The state that the caller saved; our grids keep `{ query }`, their part of an address. */
    state: jsonb('state').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [uniqueIndex('saved_layout_name').on(t.userId, t.key, t.name)],
)
