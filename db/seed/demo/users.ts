import { appUser, authorisation, userQueue } from 'db/schema/access'
import { FUNCTION_IDS, type FunctionId } from '~/areas/access/actor'
import { DEMO_PASSWORD } from '~/areas/access/demo-users'
import { hashPassword } from '~/areas/access/set-password.server'
import type { Transaction } from '../../database'

/** Letters: a(dd), u(pdate), d(elete), or r for read only. */
type Rights = Partial<Record<FunctionId, string>>

interface Team {
  role: string
  queues: string[]
  homepage: string
  rights: Rights
  people: [userName: string, firstName: string, lastName: string][]
}

const accountantRights: Rights = {
  navctrl: 'aud',
  production: 'u',
  prices: 'u',
  errors: 'au',
  draftsdashboard: 'aud',
  transactiondashboard: 'au',
  budgets: 'au',
  bankaccounts: 'r',
}

const readsAll: Rights = Object.fromEntries(FUNCTION_IDS.map((id) => [id, 'r']))

/** The demo users: product decisions, section 1. */
const TEAMS: Team[] = [
  {
    role: 'ACCOUNTANT',
    queues: ['ACCOUNTANT', 'ACCOUNTING'],
    homepage: 'navctrldashboard',
    rights: accountantRights,
    people: [
      ['accountant1', 'Amélie', 'Schroeder'],
      ['accountant2', 'Björn', 'Lindqvist'],
    ],
  },
  {
    role: 'TEAM LEADER',
    queues: ['TEAM LEADER', 'ACCOUNTANT', 'ACCOUNTING'],
    homepage: 'navctrldashboard',
    rights: {
      ...accountantRights,
      bankaccounts: 'aud',
      budgets: 'aud',
      replay: 'a',
      oversight: 'a',
      processdashboard: 'u',
    },
    people: [
      ['teamleader1', 'Claire', 'Weyland'],
      ['teamleader2', 'Diego', 'Fuentes'],
    ],
  },
  {
    role: 'MANAGER',
    queues: ['MANAGER', 'SENDING'],
    homepage: 'production',
    rights: {
      navctrl: 'u',
      production: 'u',
      prices: 'u',
      errors: 'au',
      replay: 'a',
      oversight: 'au',
      draftsdashboard: 'r',
      transactiondashboard: 'r',
      processdashboard: 'r',
      evidence: 'au',
    },
    people: [
      ['manager1', 'Edith', 'Kremer'],
      ['manager2', 'Fabrice', 'Noël'],
    ],
  },
  {
    role: 'CLIENT DESK',
    queues: ['CLIENT'],
    homepage: 'draftsdashboard',
    rights: { navctrl: 'u', draftsdashboard: 'u', transactiondashboard: 'r' },
    people: [
      ['clientdesk1', 'Greta', 'Hoffmann'],
      ['clientdesk2', 'Henri', 'Duval'],
    ],
  },
  {
    role: 'FINANCE',
    queues: ['ACCOUNTING'],
    homepage: 'draftsdashboard',
    rights: {
      draftsdashboard: 'aud',
      transactiondashboard: 'au',
      budgets: 'au',
      bankaccounts: 'au',
      bankinbox: 'r',
    },
    people: [
      ['finance1', 'Ines', 'Carvalho'],
      ['finance2', 'Jonas', 'Thill'],
    ],
  },
  {
    role: 'TREASURY',
    queues: ['PAYMENT'],
    homepage: 'transactiondashboard',
    rights: { transactiondashboard: 'u', payments: 'au', bankinbox: 'u', bankaccounts: 'r', budgets: 'r' },
    people: [
      ['treasurer1', 'Katrin', 'Berger'],
      ['treasurer2', 'Luca', 'Moretti'],
      ['treasurer3', 'Maëlle', 'Faber'],
    ],
  },
  {
    role: 'OPERATIONS',
    queues: ['OPERATIONS'],
    homepage: 'processdashboard',
    rights: { processdashboard: 'aud' },
    people: [
      ['operations1', 'Nadia', 'Petrov'],
      ['operations2', 'Oscar', 'Meyers'],
    ],
  },
  {
    role: 'AUDITOR',
    queues: [],
    homepage: 'transactiondashboard',
    rights: { ...readsAll, evidence: 'a' },
    people: [['auditor1', 'Pauline', 'Reding']],
  },
  {
    role: 'ADMIN',
    queues: [],
    homepage: '',
    rights: { ...readsAll, replay: 'a', administration: 'aud' },
    people: [
      ['admin', 'Quentin', 'Adam'],
      ['admin2', 'Rosa', 'Lenz'],
    ],
  },
]

/** Stores the demo users; the first administrator becomes the demo's. All have the password `DEMO_PASSWORD`. */
export async function seedUsers(tx: Transaction, now: Date): Promise<void> {
  // One hash for all: hashing is slow on purpose, and these passwords are not secret.
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  for (const { role, queues, homepage, rights, people } of TEAMS) {
    for (const [userName, firstName, lastName] of people) {
      const user = { firstName, lastName, role, homepage, passwordHash }
      const [row] = await tx
        .insert(appUser)
        .values({ userName, ...user, createdAt: now })
        .onConflictDoUpdate({ target: appUser.userName, set: user })
        .returning({ id: appUser.id })
      if (!row) throw new Error(`The user ${userName} was not stored`)
      const userId = row.id
      if (queues.length > 0) await tx.insert(userQueue).values(queues.map((queue) => ({ userId, queue })))
      await tx
        .insert(authorisation)
        .values(
          Object.entries(rights).map(([functionId, letters]) => ({
            userId,
            functionId,
            add: letters.includes('a'),
            update: letters.includes('u'),
            delete: letters.includes('d'),
          })),
        )
        .onConflictDoNothing()
    }
  }
}
