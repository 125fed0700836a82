import type { Account } from '~/areas/bank-accounts/account'
import type { Party } from '../../expenses/supplier-invoice'
import {
  ACCOUNTS,
  AUDITOR,
  CUSTODIAN,
  DOMICILE,
  INDEX_HOUSE,
  iban,
  LAWYER,
  MANAGEMENT,
  NORDLYS,
  PARTNER,
  PRICES,
} from '../expenses/parties'
import type { Moment } from '../expenses/story'

/** What somebody asked for, and what a team leader said; `was` is the account that it changes. */
export interface AccountStory {
  entity: string
  was?: Account
  account: Account
  asked: { at: Moment; who: string }
  /** Without it the change still waits. */
  decided?: { at: Moment; who: string; as: 'approved' | 'refused' }
}

const known = (party: Party, iso3Currency = 'EUR'): Account => {
  const account = ACCOUNTS.get(party)
  if (!account) throw new Error(`${party.name} has no account`)
  return { iso3Currency, ...account }
}
const luxembourg = (bban: string, iso3Currency = 'EUR'): Account => ({
  iso3Currency,
  bic: 'FDSKLULL',
  iban: iban('LU', bban),
})

/** As the site began: entered one after the other, and approved together the next morning. */
const BEFORE: Account = { iso3Currency: 'EUR', bic: 'FDSKDEFF', iban: iban('DE', '999000010087654321') }
const FIRST: [entity: string, account: Account][] = [
  [AUDITOR.name, known(AUDITOR)],
  [LAWYER.name, known(LAWYER)],
  [INDEX_HOUSE.name, known(INDEX_HOUSE)],
  [INDEX_HOUSE.name, known(INDEX_HOUSE, 'USD')],
  [PRICES.name, BEFORE],
  [DOMICILE.name, known(DOMICILE)],
  [CUSTODIAN.name, known(CUSTODIAN)],
  [CUSTODIAN.name, known(CUSTODIAN, 'USD')],
  ['Pinecrest Funds ICAV', { iso3Currency: 'USD', bic: 'FDSKIE2D', iban: iban('IE', 'FDSK99000087654321') }],
  ['Lindenhof Umbrella Fund', luxembourg('9930000000002201')],
  [MANAGEMENT.name, luxembourg('9920000000110001')],
  [MANAGEMENT.name, luxembourg('9920000000110002', 'USD')],
  [PARTNER.name, luxembourg('9920000000120001')],
  [NORDLYS.name, { iso3Currency: 'SEK', bic: 'FDSKSESS', iban: iban('SE', '99900000000000130019') }],
  [NORDLYS.name, luxembourg('9920000000130002')],
  ['Arvensis SICAV', luxembourg('9920000000140001')],
]
const minute = (at: number) => String(at).padStart(2, '0')

/** The bank accounts of the demo: what was asked for and decided, in the order of its dates. */
export const ACCOUNT_STORIES: readonly AccountStory[] = [
  ...FIRST.map(
    ([entity, account], at): AccountStory => ({
      entity,
      account,
      asked: { at: `2026-07-16T13:${minute(at)}`, who: 'finance1' },
      decided: { at: '2026-07-17T06:30', who: 'teamleader1', as: 'approved' },
    }),
  ),
  {
    // The letter was no letter of theirs.
    entity: LAWYER.name,
    was: known(LAWYER),
    account: { iso3Currency: 'EUR', bic: 'FDSKDEFF', iban: iban('DE', '999000010066600013') },
    asked: { at: '2026-09-10T08:12', who: 'finance2' },
    decided: { at: '2026-09-10T12:45', who: 'teamleader2', as: 'refused' },
  },
  {
    entity: PRICES.name,
    was: BEFORE,
    account: known(PRICES),
    asked: { at: '2026-10-28T09:05', who: 'finance2' },
    decided: { at: '2026-10-29T08:20', who: 'teamleader1', as: 'approved' },
  },
  {
    entity: INDEX_HOUSE.name,
    was: known(INDEX_HOUSE, 'USD'),
    account: { iso3Currency: 'USD', bic: 'FDSKIE2D', iban: iban('IE', 'FDSK99000055501234') },
    asked: { at: '2026-11-02T15:20', who: 'finance1' },
  },
]
