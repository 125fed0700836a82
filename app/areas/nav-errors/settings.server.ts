import type { Read } from 'db/database'
import { navErrorSetting } from 'db/schema/nav-errors'
import { asc, eq } from 'drizzle-orm'
import { fundCodes } from '~/areas/navs/tolerances.server'
import { levelValueIn, levelValues } from '~/platform/approvals/dated/level-values.server'
import { rowSchema, tableColumns } from '~/platform/tables/editable-table.server'
import { fundCodeOptions } from '~/platform/tables/options.server'
import { type ColumnOption, type RowValues, textOf } from '~/platform/tables/table-column'
import {
  ERROR_SETTING,
  ERROR_SETTINGS,
  REGIMES,
  SETTING_FIELDS,
  type SetSetting,
  type SettingLevel,
  settingFaults,
  settingLabel,
  storedValue,
} from './settings'

/** The values that the site sets, by key. */
export async function storedSettings(read: Read): Promise<Map<string, SetSetting>> {
  const rows = await read.select().from(navErrorSetting).orderBy(asc(navErrorSetting.id))
  return new Map(
    rows.map(({ id, subject, level, ...row }) => [
      String(id),
      { ...row, level: level as SettingLevel, subject: subject === '' ? null : subject },
    ]),
  )
}

/** A value as its row stores it. */
const rowOf = ({ setting, level, subject, value, validFrom, validTo }: SetSetting) => ({
  setting,
  level,
  subject: subject ?? '',
  value,
  validFrom,
  validTo,
})

function settingIn(row: RowValues): SetSetting {
  const setting = textOf(row.setting)
  const given = levelValueIn<SettingLevel>(row)
  return { setting, ...given, value: storedValue({ setting, value: given.value }) }
}

/** Every fund and regime that a value may be for. */
async function subjectsOf(read: Read): Promise<ColumnOption[]> {
  const regimes = REGIMES.map((value) => ({ value, label: `${value} (regime)` }))
  return [...regimes, ...(await fundCodeOptions(read))]
}

/** The settings of NAV errors, by level and day of discovery: every change waits for another administrator. */
export const settingValues = levelValues<SetSetting>({
  kind: ERROR_SETTING,
  field: 'setting',
  names: ERROR_SETTINGS.map(({ key, label }) => [key, label]),
  titled: 'NAV errors: ',
  stored: storedSettings,
  rowIn: settingIn,
  faults: async (read, of, others) => settingFaults(of, others, await fundCodes(read)),
  insert: (tx, of) => tx.insert(navErrorSetting).values(rowOf(of)),
  update: (tx, id, of) => tx.update(navErrorSetting).set(rowOf(of)).where(eq(navErrorSetting.id, id)),
  delete: (tx, id) => tx.delete(navErrorSetting).where(eq(navErrorSetting.id, id)),
  labelOf: settingLabel,
  own: {
    name: 'nav-error-settings',
    title: 'NAV error settings',
    one: 'setting',
    about: 'How NAV errors are judged and compensated; every change needs another administrator’s approval',
    path: '/admin/nav-errors',
    columns: tableColumns(SETTING_FIELDS, {
      setting: {
        fixed: true,
        width: 340,
        options: ERROR_SETTINGS.map(({ key, label }) => ({ value: key, label })),
      },
      level: { fixed: true, width: 100, hint: 'The most specific applies: fund, regime, all.' },
      subject: { fixed: true, width: 190, hint: 'The fund or regime; blank for all.' },
      value: { width: 170, hint: 'A word, a number of weeks, or amounts: EUR 25; USD 30.' },
      validFrom: { hint: 'First day of discovery; blank means no start.' },
      validTo: { hint: 'Last day of discovery; blank means no end.' },
    }),
    schema: rowSchema(SETTING_FIELDS),
    options: { subject: subjectsOf },
    count: (read) => read.$count(navErrorSetting),
  },
})

/** The table of them on a day, in the site's time zone. */
export const settingsTable = settingValues.table
