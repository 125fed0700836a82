import type { Read } from 'db/database'
import { shareClass } from 'db/schema/lookups'
import { navLine } from 'db/schema/nav-figures'
import { sentFigure } from 'db/schema/navs'
import { and, eq, ne } from 'drizzle-orm'
import { idColumn } from '~/platform/tables/id-column'
import { lookupTable } from '~/platform/tables/lookup-table.server'
import { currencyOptions, fundOptions } from '~/platform/tables/options.server'
import { type RowValues, textOf } from '~/platform/tables/table-column'
import { wrongFields } from '~/platform/tables/wrong-fields'
import { showDay } from '~/platform/values/show'
import { SHEETS } from './sheets'

const { code, fundCode: _fund, ...fields } = SHEETS['Share classes']

/** The classes that a fund's workbooks name. */
export const shareClasses = lookupTable({
  name: 'share-classes',
  title: 'Share classes',
  one: 'share class',
  about: 'Classes of each fund, with the decimals of their NAV per share',
  table: shareClass,
  key: ['code'],
  fields: { code, fundId: idColumn('Fund', 'no fund'), ...fields },
  more: {
    code: { hint: 'As the workbooks name it; it cannot be changed later.', width: 140 },
    fundId: { fixed: true, width: 280 },
    currency: { kind: 'choice', width: 90 },
    decimals: { hint: 'Of the NAV per share, 0 to 8.' },
    activeFrom: { hint: 'First NAV date; blank is without limit.' },
    activeTo: { hint: 'Last NAV date; blank is without limit.' },
    reference: { width: 90 },
    hedged: { width: 90 },
  },
  order: [{ column: 'code', descending: false }],
  labelOf: (row) => textOf(row.code),
  options: async (read) => ({ fundId: await fundOptions(read), currency: await currencyOptions(read) }),
  unique: ['code'],
  uses: [
    {
      what: ['figure of a sent NAV', 'figures of sent NAVs'],
      table: sentFigure,
      column: sentFigure.classCode,
      field: 'code',
    },
    {
      what: ['figure of a control', 'figures of controls'],
      table: navLine,
      column: navLine.code,
      field: 'code',
    },
  ],
  instead: 'Give it the day until which it is active.',
  async check(read, values) {
    const { activeFrom, activeTo } = values
    wrongFields({
      activeTo:
        textOf(activeTo) !== '' && textOf(activeTo) < textOf(activeFrom)
          ? `${showDay(textOf(activeTo))} lies before active from ${showDay(textOf(activeFrom))}.`
          : null,
      reference: values.reference === true ? await otherReference(read, values) : null,
    })
  },
})

/** A fund has one reference class. */
async function otherReference(read: Read, values: RowValues): Promise<string | null> {
  const [other] = await read
    .select({ code: shareClass.code })
    .from(shareClass)
    .where(
      and(
        eq(shareClass.fundId, Number(values.fundId)),
        eq(shareClass.reference, true),
        ne(shareClass.code, textOf(values.code)),
      ),
    )
    .limit(1)
  return other
    ? `${other.code} is the reference class of this fund already: a fund has one. Untick it there first.`
    : null
}
