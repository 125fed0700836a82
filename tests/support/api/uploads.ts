import type { FundModel } from 'tests/support/workbooks/fund-model'
import { fundModel } from 'tests/support/workbooks/model'
import type { BookPlan, SetKind } from 'tests/support/workbooks/plan'
import { type WrittenFile, writeSet } from 'tests/support/workbooks/write'
import type { ApiSite, UserName } from './site'

export function formOf(files: WrittenFile[], fields: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const { name, bytes } of files)
    form.append('files', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  return form
}

export const FIELDS = { comment: 'October NAV', reason: 'FIRST', uploadtype: '' }

const PATHS: Record<SetKind, string> = {
  FIA3: 'uploadfilesFIA/3',
  FIA2: 'uploadfilesFIA/2',
  MFFA: 'uploadfilesMFFA',
}

/** Runs a control through its call. */
export async function control(
  site: ApiSite,
  {
    set = 'FIA3',
    model = fundModel({ fundCode: set === 'MFFA' ? 'LUX002' : 'LUX001' }),
    user = 'accountant1',
    change,
    fields,
  }: {
    set?: SetKind
    model?: FundModel
    user?: UserName
    change?: (books: BookPlan[]) => void
    fields?: Record<string, string>
  } = {},
) {
  const files = await writeSet(model, set, change)
  return site.call(user, 'POST', PATHS[set], { body: formOf(files, { ...FIELDS, ...fields }) })
}
