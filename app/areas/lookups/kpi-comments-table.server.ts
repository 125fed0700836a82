import { kpiCommentEntry } from 'db/schema/kpi'
import { kpiComment } from 'db/schema/lookups'
import { and, eq, ne, sql } from 'drizzle-orm'
import { text, yesNo } from '~/platform/tables/columns'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { textOf } from '~/platform/tables/table-column'
import { wrongFields } from '~/platform/tables/wrong-fields'

/** The comments that a KPI is explained with (comment_list of the specification). */
export const kpiComments = lookupTable({
  name: 'kpi-comments',
  title: 'KPI comments',
  one: 'KPI comment',
  about: 'Comments that a KPI is explained with, and which of them ask for a free text',
  table: kpiComment,
  key: ['id'],
  fields: {
    domain: text('Domain'),
    value: text('Comment'),
    freeCommentRequired: yesNo('Free text required'),
  },
  more: {
    domain: { width: 120, longest: 60, hint: 'What it is about, such as NAV; comments are listed by it.' },
    value: { width: 320 },
    freeCommentRequired: { width: 160 },
  },
  order: [
    { column: 'domain', descending: false },
    { column: 'value', descending: false },
  ],
  labelOf: (row) => textOf(row.value),
  unique: ['value', 'domain'],
  uses: [
    {
      what: ['KPI that was explained with it', 'KPIs that were explained with it'],
      table: kpiCommentEntry,
      column: kpiCommentEntry.commentId,
      field: 'id',
    },
  ],
  instead: 'Leave it in the list.',
  async check(read, { domain, value }, before) {
    const [other] = await read
      .select({ id: kpiComment.id })
      .from(kpiComment)
      .where(
        and(
          eq(sql`lower(${kpiComment.domain})`, textOf(domain).toLowerCase()),
          eq(sql`lower(${kpiComment.value})`, textOf(value).toLowerCase()),
          ...(before ? [ne(kpiComment.id, Number(before.id))] : []),
        ),
      )
      .limit(1)
    wrongFields({
      value: other
        ? `There is already a KPI comment "${textOf(value)}" for ${textOf(domain)}. Change that one.`
        : null,
    })
  },
})
