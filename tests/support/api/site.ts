import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { appUser, authorisation, userQueue } from 'db/schema/access'
import { fund, shareClass } from 'db/schema/lookups'
import { seedBase } from 'db/seed/base/seed-base'
import { contextOf } from 'tests/support/context'
import { settings } from 'tests/support/http/server/serve'
import { testDatabase } from 'tests/support/postgres/database'
import { openThreads } from 'tests/support/threads'
import { fundModel, previousModel } from 'tests/support/workbooks/model'
import type { FunctionId } from '~/areas/access/actor'
import { expectNavs } from '~/areas/navs/nav-calendar.server'
import { createApp } from '~/http/server/app'
import { createLog } from '~/http/server/log'
import { randomIds, type Services } from '~/http/server/services'
import { sessionStorage } from '~/http/session'
import { apiBuild } from './build'
import { holdToContract } from './contract'

export const NOW = new Date('2026-11-02T09:00:00Z')

type Rights = Partial<Record<FunctionId, string>>

/** Many calls at once are not refused on a slow machine. */
const PATIENT = { waitMs: 120_000 }

/** Rights by function: the letters of add, update and delete; '' is read only. */
const USERS: Record<string, { role: string; queues: string[]; rights: Rights }> = {
  accountant1: { role: 'ACCOUNTANT', queues: ['ACCOUNTANT', 'ACCOUNTING'], rights: { navctrl: 'aud' } },
  teamleader1: { role: 'TEAM LEADER', queues: ['TEAM LEADER', 'ACCOUNTANT'], rights: { navctrl: 'aud' } },
  manager1: { role: 'MANAGER', queues: ['MANAGER', 'SENDING'], rights: { navctrl: 'u', production: 'u' } },
  // Sees NAVs only in NAV Production.
  production1: { role: 'MANAGER', queues: ['MANAGER', 'SENDING'], rights: { production: 'aud' } },
  auditor1: { role: 'AUDITOR', queues: [], rights: { navctrl: '', administration: '' } },
  finance1: {
    role: 'FINANCE',
    queues: ['ACCOUNTING'],
    rights: { draftsdashboard: 'aud', transactiondashboard: 'au' },
  },
  admin2: { role: 'ADMIN', queues: [], rights: { navctrl: '', administration: 'aud' } },
}
export type UserName = keyof typeof USERS

/** A small site behind a real server: users, one FIA and one MFFA fund, each with NAVs expected on two dates. */
export async function apiSite() {
  const database = await testDatabase()
  const threads = openThreads()
  const clock = { now: NOW }
  const lines: string[] = []
  const services: Services = {
    database,
    ...threads,
    clock: () => clock.now,
    ids: randomIds,
    settings,
    log: createLog('info', { write: (line) => lines.push(line) }),
  }
  const seeded = await database.transaction(async (tx) => {
    await seedBase(tx, NOW)
    const userIds: Record<string, number> = {}
    for (const [userName, { role, queues, rights }] of Object.entries(USERS)) {
      const lastName = userName.replace(/\d/, '')
      const values = {
        userName,
        firstName: 'Test',
        lastName,
        role,
        homepage: 'navctrldashboard',
        createdAt: NOW,
      }
      const [row] = await tx.insert(appUser).values(values).returning({ id: appUser.id })
      const userId = row?.id ?? 0
      userIds[userName] = userId
      for (const [functionId, letters] of Object.entries(rights))
        await tx.insert(authorisation).values({
          userId,
          functionId,
          add: letters.includes('a'),
          update: letters.includes('u'),
          delete: letters.includes('d'),
        })
      if (queues.length > 0) await tx.insert(userQueue).values(queues.map((queue) => ({ userId, queue })))
    }
    const navIds: Record<string, number> = {}
    for (const [code, provider] of [
      ['LUX001', 'FIA'],
      ['LUX002', 'MFFA'],
    ] as const) {
      const model = fundModel({ fundCode: code })
      const { fundName: name, fundCurrency: currency, fundType: type, regime } = model
      const values = { code, name, currency, type, regime, provider, clientValidation: false }
      const [row] = await tx.insert(fund).values(values).returning({ id: fund.id })
      const fundId = row?.id ?? 0
      await tx.insert(shareClass).values(
        model.classes.map(({ code, name, currency, decimals, reference, hedged }) => {
          return { code, fundId, name, currency, decimals, reference, hedged }
        }),
      )
      const dates = [previousModel().navDate, model.navDate]
      const days = dates.map((navDate) => {
        return { fundId, navDate, maxPrebalanceDate: navDate, maxSendingDate: '2026-11-10' }
      })
      const ids = await expectNavs(contextOf({ tx, now: NOW, timeZone: 'UTC' }), days)
      for (const [index, navDate] of dates.entries()) navIds[`${code} ${navDate}`] = ids[index] ?? 0
    }
    return { userIds, navIds }
  })
  const build = await apiBuild()
  const server = createServer(createApp(services, { build, line: PATIENT }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const cookies = new Map<string, string>()

  /** The session cookie of a user. */
  async function cookieOf(userName: UserName): Promise<string> {
    const existing = cookies.get(userName)
    if (existing) return existing
    const storage = sessionStorage(services)
    const session = await storage.getSession()
    session.set('userId', seeded.userIds[userName] ?? 0)
    const cookie = (await storage.commitSession(session)).split(';', 1)[0] ?? ''
    cookies.set(userName, cookie)
    return cookie
  }

  /** A call by a user, or anonymous; a plain object is sent as JSON, a FormData as an upload. */
  async function call(userName: UserName | null, method: string, path: string, given: Given = {}) {
    const { body, headers = {} } = given
    const json = body !== undefined && !(body instanceof FormData) && typeof body !== 'string'
    const answer = await fetch(`${origin}/api/${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(userName === null ? {} : { Cookie: await cookieOf(userName) }),
        ...(json ? { 'Content-Type': 'application/json' } : {}),
        ...headers,
      },
      body: json ? JSON.stringify(body) : (body as BodyInit | undefined),
    })
    const text = method === 'HEAD' ? '' : await answer.clone().text()
    await holdToContract(method, `/api/${path}`, answer)
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') && text !== ''
    return { answer, status: answer.status, text, body: isJson ? JSON.parse(text) : null }
  }

  return {
    ...database,
    ...seeded,
    origin,
    services,
    clock,
    call,
    cookieOf,
    navId: (fundCode: string, navDate = fundModel().navDate) => seeded.navIds[`${fundCode} ${navDate}`] ?? 0,
    logged: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await database.close()
    },
  }
}

interface Given {
  body?: unknown
  headers?: Record<string, string>
}

export type ApiSite = Awaited<ReturnType<typeof apiSite>>
