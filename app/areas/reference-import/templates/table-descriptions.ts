import type { SHEETS, SheetName } from '~/areas/lookups/sheets'
import { FUNDESK_JSON } from '~/areas/navs/formats/fundesk-format'

type Field<S extends SheetName> = keyof (typeof SHEETS)[S]

/** What a sheet holds, what each of its columns means, and two rows that go together with those of other sheets. */
interface TableDescription<S extends SheetName> {
  about: string
  columns: Readonly<Record<Field<S>, string>>
  /** A day is written yyyy-MM-dd; a field that is missing is blank. */
  rows: readonly Partial<Record<Field<S>, string | number>>[]
}

const COMPANY = 'Linden Management SA'
const UMBRELLA = 'Linden Funds SICAV'
const SUPPLIER = 'Aspen Audit S.à r.l.'

const VALID_FROM = 'First day on which the row counts.'
const VALID_TO = 'Last day on which it counts; blank: without an end.'
const RETIRED = 'yes: no longer offered in forms; what uses it stays as it is.'
const FUND_CODE = 'Code of the fund, as in the sheet Funds.'
const ENTITY = 'Name of the entity, as in the sheet Legal entities.'

/** Fundesk's own headings under another code: an administrator's format has the headings of its files. */
const formatNamed = (code: string, name: string) => ({
  code,
  definition: JSON.stringify({ ...FUNDESK_JSON, code, name, from: '2026-01-01' }),
})

/** The tables of the reference data workbook as text, for templates and for the page that explains them. */
export const TABLE_DESCRIPTIONS: { readonly [S in SheetName]: TableDescription<S> } = {
  Currencies: {
    about: 'The currencies that forms of expenses and bank accounts offer.',
    columns: {
      code: 'Three capital letters (ISO 4217).',
      name: 'Name of the currency, as lists show it.',
    },
    rows: [
      { code: 'EUR', name: 'Euro' },
      { code: 'USD', name: 'US dollar' },
    ],
  },
  'Legal entities': {
    about: 'Your funds as legal entities (umbrellas), your companies, and the suppliers that you pay.',
    columns: {
      name: 'The name by which all other sheets refer to the entity.',
      kind: 'What it is: a company of yours, a supplier, a fund as a supplier, or a fund.',
      jurisdiction: 'Country of its law, such as LU.',
      vatNumber: 'VAT number, as on its invoices.',
      deadDate: 'Last day on which forms offer it; blank: always.',
      managementCompany: 'Of a fund: its management company, as named in this sheet.',
      calendar: 'Calendar of its holidays, as in the sheet Calendar holidays; blank: Monday to Friday.',
      street: 'Street of its postal address, for payment files.',
      buildingNumber: 'House number.',
      postCode: 'Post code.',
      town: 'Town.',
      country: 'Country of the address: two letters (ISO 3166).',
      lei: 'Legal entity identifier: 20 letters and digits (ISO 17442).',
    },
    rows: [
      {
        name: UMBRELLA,
        kind: 'FUND',
        jurisdiction: 'LU',
        managementCompany: COMPANY,
        calendar: 'LU',
        street: 'rue du Parc',
        buildingNumber: '8',
        postCode: 'L-1475',
        town: 'Luxembourg',
        country: 'LU',
        lei: '529900T8BM49AURSDO55',
      },
      { name: COMPANY, kind: 'COMPANY', jurisdiction: 'LU', vatNumber: 'LU90000108', calendar: 'LU' },
      { name: SUPPLIER, kind: 'SUPPLIER', jurisdiction: 'LU', vatNumber: 'LU90000116' },
    ],
  },
  Users: {
    about:
      'The people who log in, and the queues (teams) whose work they do. Passwords are not in this sheet.',
    columns: {
      userName: 'Name to log in with.',
      firstName: 'First name.',
      lastName: 'Last name.',
      role: 'Function of the person, as the top bar shows it: ACCOUNTANT, TEAM LEADER. It gives no rights.',
      homepage:
        'Page after the login: navctrldashboard, production, draftsdashboard, transactiondashboard or processdashboard; blank: My work.',
      queues:
        'Teams that the person works in, with commas between: ACCOUNTANT, TEAM LEADER, MANAGER, SENDING.',
    },
    rows: [
      {
        userName: 'anna.keller',
        firstName: 'Anna',
        lastName: 'Keller',
        role: 'ACCOUNTANT',
        homepage: 'navctrldashboard',
        queues: 'ACCOUNTANT',
      },
      {
        userName: 'marc.simon',
        firstName: 'Marc',
        lastName: 'Simon',
        role: 'TEAM LEADER',
        homepage: 'navctrldashboard',
        queues: 'TEAM LEADER',
      },
      {
        userName: 'nora.lang',
        firstName: 'Nora',
        lastName: 'Lang',
        role: 'MANAGER',
        homepage: 'navctrldashboard',
        queues: 'MANAGER, SENDING',
      },
      { userName: 'lea.hansen', firstName: 'Léa', lastName: 'Hansen', role: 'ADMIN' },
    ],
  },
  Authorisations: {
    about: 'Which pages each user may open, and what they may do there. A row is one user and one function.',
    columns: {
      userName: 'Name of the user, as in the sheet Users.',
      functionId:
        'The function: navctrl (NAV Controls), production, prices, draftsdashboard, transactiondashboard, budgets, bankaccounts, payments, processdashboard, evidence, administration and others.',
      add: 'yes: may add, such as upload the files of a control.',
      update: 'yes: may change, and take steps of the workflow.',
      delete: 'yes: may delete.',
    },
    rows: [
      { userName: 'anna.keller', functionId: 'navctrl', add: 'yes', update: 'yes', delete: 'yes' },
      { userName: 'marc.simon', functionId: 'navctrl', add: 'no', update: 'yes', delete: 'no' },
      { userName: 'nora.lang', functionId: 'navctrl', add: 'no', update: 'yes', delete: 'no' },
      { userName: 'lea.hansen', functionId: 'administration', add: 'yes', update: 'yes', delete: 'yes' },
    ],
  },
  Funds: {
    about: 'The funds (sub-funds) whose NAVs are controlled.',
    columns: {
      code: 'Code of the fund, as the administrator’s files have it.',
      name: 'Name of the fund.',
      currency: 'Currency of its NAV: three capital letters (ISO 4217).',
      type: 'Kind of fund; tolerances of the rules may depend on it.',
      regime: 'UCITS or AIF.',
      provider:
        'The upload that reads its files: FIA (files of fund accounting) or MFFA (files of MultiFonds).',
      clientValidation: 'yes: the client answers before the NAV is sent.',
      accountant: 'User name of its accountant.',
      benchmark: 'Name of its benchmark, as in the sheet Benchmarks.',
      legalEntity: 'Umbrella or entity that it belongs to.',
      calendar: 'Calendar of its holidays; blank: that of its entity.',
      controlSet: 'The workbooks that its administrator sends; blank: decided at each upload.',
      yearEnd: 'Last day of its financial year; blank: 31/12.',
      reserved: 'yes: for informed investors, with a higher threshold for NAV errors where one is set.',
      closedEnded: 'yes: its shares are not redeemed, and NAV errors have no threshold.',
      expectedSources:
        'Who must send second sources, by kind: CASH: BANK-A, BROKER-B; REGISTER: TA. Blank: none is expected.',
      announcementsKept:
        'yes: announcements of income and distributions are kept, so that none of them means 0.',
      cashElsewhere: 'Cash lines and accounts that no second source shows, with commas between.',
    },
    rows: [
      {
        code: 'LIN01',
        name: 'Linden Funds – World Equities',
        currency: 'EUR',
        type: 'EQUITY',
        regime: 'UCITS',
        provider: 'FIA',
        clientValidation: 'no',
        accountant: 'anna.keller',
        benchmark: 'Linden World Index',
        legalEntity: UMBRELLA,
        controlSet: 'FIA 3',
        yearEnd: '31/12',
      },
      {
        code: 'LIN02',
        name: 'Linden Funds – Euro Bonds',
        currency: 'EUR',
        type: 'BOND',
        regime: 'UCITS',
        provider: 'FIA',
        clientValidation: 'no',
        accountant: 'anna.keller',
        legalEntity: UMBRELLA,
        controlSet: 'FIA 3',
      },
    ],
  },
  'Share classes': {
    about:
      'The share classes of the funds. A control compares the files with the classes that are active on its NAV date.',
    columns: {
      code: 'Code of the class, as the administrator’s files have it.',
      fundCode: FUND_CODE,
      name: 'Name of the class.',
      currency: 'Currency of its NAV per share.',
      decimals: 'Decimals of its NAV per share.',
      activeFrom: 'First NAV date of the class; blank: without a beginning.',
      activeTo: 'Last NAV date of the class; blank: without an end.',
      reference: 'yes: the class that is compared with the benchmark; one of each fund.',
      hedged: 'yes: its currency is hedged.',
      managementFee: 'Percent of its net assets per year: 1.5 means 1.5 %.',
      shareDecimals: 'Decimals of its shares, by which owed shares are rounded down; blank: 3.',
    },
    rows: [
      {
        code: 'LIN01-A',
        fundCode: 'LIN01',
        name: 'A (acc)',
        currency: 'EUR',
        decimals: 2,
        activeFrom: '2020-01-02',
        reference: 'yes',
        hedged: 'no',
        managementFee: 1.5,
      },
      {
        code: 'LIN02-A',
        fundCode: 'LIN02',
        name: 'A (acc)',
        currency: 'EUR',
        decimals: 2,
        reference: 'yes',
        hedged: 'no',
        managementFee: 0.8,
      },
    ],
  },
  'Fee schedule': {
    about:
      'The fees that a fund accrues, which rules compare with its accounts. Without it, those rules do not apply.',
    columns: {
      fundCode: FUND_CODE,
      accountPrefix: 'First digits of the fee’s expense account, such as 611.',
      validFrom: VALID_FROM,
      validTo: VALID_TO,
      rate: 'Percent of the net assets per year; blank with blank amount: the management fees of the classes count.',
      amount: 'Fixed amount per year in fund currency; leave the rate blank.',
      days: 'Days of the year that the fee is divided by.',
    },
    rows: [
      { fundCode: 'LIN01', accountPrefix: '611', validFrom: '2026-01-01', days: 'ACT' },
      { fundCode: 'LIN01', accountPrefix: '612', validFrom: '2026-01-01', rate: 0.05, days: 'ACT' },
      { fundCode: 'LIN02', accountPrefix: '613', validFrom: '2026-01-01', amount: 28000, days: '365' },
    ],
  },
  'NAV calendar': {
    about: 'The NAV dates that are expected of each fund. A control of another date is refused.',
    columns: {
      fundCode: FUND_CODE,
      navDate: 'Date of the NAV.',
      maxPrebalanceDate: 'Last day for the first control of this NAV.',
      maxPrebalanceTime: 'Until when on that day; blank: its end.',
      maxSendingDate: 'Last day for sending this NAV.',
      maxSendingTime: 'Until when on that day; blank: its end.',
    },
    rows: [
      {
        fundCode: 'LIN01',
        navDate: '2027-01-29',
        maxPrebalanceDate: '2027-02-02',
        maxPrebalanceTime: '17:30',
        maxSendingDate: '2027-02-04',
      },
      { fundCode: 'LIN02', navDate: '2027-01-29', maxSendingDate: '2027-02-04', maxSendingTime: '12:00' },
    ],
  },
  Benchmarks: {
    about: 'Levels of benchmarks by day, which a rule compares with the movement of the reference class.',
    columns: {
      benchmark: 'Name of the benchmark.',
      date: 'Day of the level.',
      level: 'Level of the index, above 0.',
    },
    rows: [
      { benchmark: 'Linden World Index', date: '2027-01-15', level: 2104.55 },
      { benchmark: 'Linden World Index', date: '2027-01-29', level: 2131.18 },
    ],
  },
  'Account plan': {
    about:
      'What the accounts of the balance are, by their first digits: the longest prefix counts. A plan is there from the beginning; give only rows that differ.',
    columns: {
      prefix: 'First digits of the account numbers.',
      accountClass: 'What these accounts hold.',
      side: 'The usual side of their balance; blank: that of the class.',
      dividends: 'yes: dividends, and withholding tax on them, are booked on it.',
    },
    rows: [
      { prefix: '38', accountClass: 'accrued interest', side: 'debit' },
      { prefix: '46', accountClass: 'accrued expenses', side: 'credit' },
    ],
  },
  Vendors: {
    about: 'Senders of prices and announcements: where several give a value, the first in this order counts.',
    columns: {
      sender: 'The sender, as the second sources name it.',
      order: 'Its place: 1 counts first.',
    },
    rows: [
      { sender: 'VENDOR-A', order: 1 },
      { sender: 'VENDOR-B', order: 2 },
    ],
  },
  'File formats': {
    about:
      'How the files of administrators are read. Teach a format on the page of an upload, and carry it to another site with this sheet.',
    columns: {
      code: 'The code of the format, as in its JSON.',
      definition: 'The JSON of its newest version, as Administration, File formats, downloads it.',
    },
    rows: [
      formatNamed('ADMIN-A', 'Files of administrator A'),
      formatNamed('ADMIN-B', 'Files of administrator B'),
    ],
  },
  'Exchange rates': {
    about:
      'Rates by day, which a rule compares with those of the files. Without them, that rule does not apply.',
    columns: {
      currency: 'Three capital letters (ISO 4217).',
      date: 'Day of the rate.',
      rate: 'One unit of this currency in euro.',
    },
    rows: [
      { currency: 'USD', date: '2027-01-29', rate: 0.8634 },
      { currency: 'CHF', date: '2027-01-29', rate: 1.0691 },
    ],
  },
  'Expense types': {
    about: 'Kinds of expenses, for drafts, invoices and budgets.',
    columns: {
      name: 'Name of the type.',
      category: 'Group that lists show it in.',
    },
    rows: [
      { name: 'Audit fee', category: 'Professional fees' },
      { name: 'Market data', category: 'Data' },
    ],
  },
  'Expense accounts': {
    about: 'Accounts in which a NAV accrues an expense or holds it prepaid, to compare them with invoices.',
    columns: {
      expenseType: 'As in the sheet Expense types.',
      holds: 'What the accounts hold: what is still due, or what was paid in advance.',
      accountPrefix: 'First digits of the accounts.',
      legalEntity: 'Only for the funds of this entity; blank with blank fund: for all.',
      fundCode: 'Only for this fund; leave the entity blank.',
    },
    rows: [
      { expenseType: 'Audit fee', holds: 'accrued', accountPrefix: '464' },
      { expenseType: 'Market data', holds: 'prepaid', accountPrefix: '306', legalEntity: UMBRELLA },
    ],
  },
  'Routine types': {
    about: 'How often an expense comes, for drafts and budgets.',
    columns: { name: 'Name of the type.' },
    rows: [{ name: 'Quarterly' }, { name: 'One-off' }],
  },
  'Client validators': {
    about: 'People of the client who validate expenses and sign.',
    columns: {
      legalEntity: ENTITY,
      firstName: 'First name.',
      lastName: 'Last name.',
      isRetired: RETIRED,
    },
    rows: [
      { legalEntity: COMPANY, firstName: 'Sophie', lastName: 'Kayser', isRetired: 'no' },
      { legalEntity: COMPANY, firstName: 'Luc', lastName: 'Thill', isRetired: 'no' },
    ],
  },
  'Authorisation matrix': {
    about:
      'Who signs for which amounts. A row is a rule (currency, amounts, rule) or a signatory (class and names), never both.',
    columns: {
      legalEntity: ENTITY,
      validFrom: VALID_FROM,
      validTo: VALID_TO,
      currency: 'Of a rule: currency of its amounts.',
      amountFrom: 'Of a rule: the lowest amount that it covers.',
      amountTo: 'Of a rule: the highest amount; blank: without an end.',
      rule: 'Of a rule: the signatures that such an amount needs.',
      signatoryClass: 'Of a signatory: the class of the signature.',
      firstName: 'Of a signatory: first name, as in the sheet Client validators.',
      lastName: 'Of a signatory: last name.',
    },
    rows: [
      { legalEntity: COMPANY, validFrom: '2026-01-01', currency: 'EUR', amountFrom: 0, rule: 'A+A' },
      {
        legalEntity: COMPANY,
        validFrom: '2026-01-01',
        signatoryClass: 'A',
        firstName: 'Sophie',
        lastName: 'Kayser',
      },
    ],
  },
  'Bank accounts': {
    about: 'Accounts that suppliers are paid on, and that your entities pay from.',
    columns: {
      legalEntity: 'Owner of the account, as in the sheet Legal entities.',
      iso3Currency: 'Currency of the account.',
      bic: 'BIC of the bank; needed outside SEPA.',
      iban: 'IBAN; in countries without IBANs the account number.',
      clearing: 'Clearing system and number of the bank, where there is no IBAN: USABA 021000021.',
      anyCurrency: 'yes: takes payments in all currencies.',
      chargeBearer: 'Who pays the charges outside SEPA: shared, payer or payee; blank: shared.',
    },
    rows: [
      {
        legalEntity: SUPPLIER,
        iso3Currency: 'EUR',
        bic: 'FDSKLULL',
        iban: 'LU280019400644750000',
        anyCurrency: 'no',
      },
      {
        legalEntity: COMPANY,
        iso3Currency: 'EUR',
        bic: 'FDSKDEFF',
        iban: 'DE89370400440532013000',
        anyCurrency: 'yes',
      },
    ],
  },
  'Recoverable VAT': {
    about:
      'How much of the VAT on its invoices an entity recovers. What it does not recover counts as an expense.',
    columns: {
      legalEntity: 'The entity that pays the invoices.',
      share: 'Recovered percentage, from 0 to 100.',
      validFrom: VALID_FROM,
      validTo: VALID_TO,
    },
    rows: [
      { legalEntity: UMBRELLA, share: 0, validFrom: '2026-01-01' },
      { legalEntity: COMPANY, share: 25, validFrom: '2026-01-01' },
    ],
  },
  'Allocation keys': {
    about: 'Fixed parts by which an umbrella’s expenses are split among its sub-funds.',
    columns: {
      legalEntity: 'The umbrella.',
      fundCode: 'Code of the sub-fund; it belongs to this entity.',
      share: 'Its part in percent; the parts of an umbrella add up to 100.',
      validFrom: VALID_FROM,
      validTo: VALID_TO,
    },
    rows: [
      { legalEntity: UMBRELLA, fundCode: 'LIN01', share: 60, validFrom: '2026-01-01' },
      { legalEntity: UMBRELLA, fundCode: 'LIN02', share: 40, validFrom: '2026-01-01' },
    ],
  },
  'Entity events': {
    about: 'Days from which recurring work is counted: the end of a month, a board meeting.',
    columns: {
      name: 'Name of the event.',
      recurrence: 'How often it comes.',
      weekday: 'Of a weekly event: its weekday, Monday to Sunday or 1 to 7.',
      yearEndMonth:
        'Of quarterly, half-yearly and yearly events: month that ends the year, January to December or 1 to 12.',
      dayOffset: 'Days after the end of the period, 0 to 366.',
      rolls:
        'Where it moves if that is not a business day: stays, the business day before, or the one after.',
      isRetired: RETIRED,
    },
    rows: [
      { name: 'Month end', recurrence: 'monthly', dayOffset: 0, rolls: 'before', isRetired: 'no' },
      { name: 'Board meeting', recurrence: 'given days', dayOffset: 0, rolls: 'stays', isRetired: 'no' },
    ],
  },
  'Entity event days': {
    about: 'The dates of events that recur on given days.',
    columns: {
      event: 'As in the sheet Entity events; it recurs on given days.',
      date: 'Day of the event.',
    },
    rows: [
      { event: 'Board meeting', date: '2027-03-18' },
      { event: 'Board meeting', date: '2027-06-17' },
    ],
  },
  Processes: {
    about: 'Recurring pieces of work with a due date, such as the annual accounts.',
    columns: {
      name: 'Name of the process.',
      category: 'Group that lists show it in.',
      recipient: 'Who receives the result.',
      dueOffset: 'Business days from the event to the due date; negative: before it.',
      isRetired: RETIRED,
      event: 'The event that it is counted from, as in the sheet Entity events.',
    },
    rows: [
      {
        name: 'Investor letter',
        category: 'Reporting',
        recipient: 'Investors',
        dueOffset: 10,
        isRetired: 'no',
        event: 'Month end',
      },
      { name: 'Board pack', category: 'Governance', dueOffset: -5, isRetired: 'no', event: 'Board meeting' },
    ],
  },
  'Process tasks': {
    about: 'The tasks of each process, in their order.',
    columns: {
      process: 'As in the sheet Processes.',
      rank: 'Place in the order of the tasks.',
      group: 'Heading that it stands under.',
      name: 'Name of the task.',
      team: 'Queue whose members do it.',
      dueOffset: 'Business days or weeks from the event to the due date; negative: before it.',
      dueUnit: 'What Due counts: business days, or weeks of the calendar; blank: business days.',
      needsReview: 'yes: another member of the team reviews it.',
      descriptionHtml: 'How it is done, as text or HTML.',
      isRetired: RETIRED,
    },
    rows: [
      {
        process: 'Investor letter',
        rank: 1,
        name: 'Write the letter',
        team: 'OPERATIONS',
        dueOffset: 5,
        needsReview: 'yes',
        isRetired: 'no',
      },
      {
        process: 'Board pack',
        rank: 1,
        name: 'Collect the reports',
        team: 'OPERATIONS',
        dueOffset: -7,
        needsReview: 'no',
        isRetired: 'no',
      },
    ],
  },
  'Entity processes': {
    about: 'Which processes run for which entity, and who is in charge.',
    columns: {
      legalEntity: ENTITY,
      process: 'As in the sheet Processes.',
      userName: 'User in charge, who may open Processes; blank: the team.',
      validFrom: VALID_FROM,
      validTo: VALID_TO,
    },
    rows: [
      { legalEntity: UMBRELLA, process: 'Investor letter', validFrom: '2027-01-01' },
      { legalEntity: UMBRELLA, process: 'Board pack', validFrom: '2027-01-01', validTo: '2027-12-31' },
    ],
  },
  'Calendar holidays': {
    about: 'Bank holidays of each calendar, beside Saturdays and Sundays.',
    columns: {
      calendar: 'Name of the calendar, to which entities and funds refer.',
      date: 'Day of the holiday.',
      name: 'Name of the holiday.',
    },
    rows: [
      { calendar: 'LU', date: '2027-01-01', name: 'New Year’s Day' },
      { calendar: 'LU', date: '2027-12-25', name: 'Christmas Day' },
    ],
  },
}
