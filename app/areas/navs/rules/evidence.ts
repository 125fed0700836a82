import { Big } from '~/platform/values/decimal'
import type { NavLine, TableSource } from '../workbooks/control-data'
import { placeOf } from '../workbooks/value-place'
import type { EvidenceFigure } from './contract'
import type { Account, UploadIndex } from './upload-index'

/** Fields that are not text. */
const KINDS: Readonly<Record<string, EvidenceFigure['kind']>> = {
  value: 'number',
  debtor: 'number',
  creditor: 'number',
  quantity: 'number',
  price: 'number',
  priceFactor: 'number',
  fxRate: 'number',
  accruedInterest: 'number',
  marketValue: 'number',
  navPercent: 'number',
  priceDate: 'day',
  maturityDate: 'day',
  coupon: 'number',
  lastCouponDate: 'day',
}

/** A value with the cell that it was read from; nothing when the column is absent or the value blank. */
export function figure(
  upload: EvidenceFigure['upload'],
  source: TableSource,
  row: number,
  field: string,
  label: string,
  value: string | null,
): EvidenceFigure[] {
  const place = placeOf(source, row, field)
  if (place === null || value === null) return []
  const [sheet, cell] = place
  return [{ label, value, kind: KINDS[field] ?? 'text', upload, file: source.file, sheet, cell }]
}

/** The cell of a NAV element's value. */
export function elementFigure(index: UploadIndex, line: NavLine | undefined): EvidenceFigure[] {
  if (!line) return []
  return figure(
    index.upload,
    index.data.nav.source,
    line.row,
    'value',
    `${line.type} ${line.code}`,
    line.value,
  )
}

/** Both sides of every row of an account; a blank side (0) is left out unless both are. */
export function accountFigures(index: UploadIndex, account: Account | undefined): EvidenceFigure[] {
  return (account?.rows ?? []).flatMap((row) => {
    const side = (field: 'debtor' | 'creditor') =>
      figure(
        index.upload,
        index.data.balance.source,
        row.row,
        field,
        `${row.accountNumber} ${field}`,
        row[field],
      )
    const creditor = new Big(row.creditor).eq(0) ? [] : side('creditor')
    return creditor.length > 0 && new Big(row.debtor).eq(0) ? creditor : [...side('debtor'), ...creditor]
  })
}

/** The cells of all accounts that are chosen, on both dates. */
export function netFigures(
  current: UploadIndex,
  previous: UploadIndex,
  chosen: (accountNumber: string) => boolean,
) {
  return [current, previous].flatMap((index) =>
    [...index.accounts.values()]
      .filter(({ number }) => chosen(number))
      .flatMap((account) => accountFigures(index, account)),
  )
}
