import { createHmac } from 'node:crypto'
import type { Cookie } from '@remix-run/node'
import { z } from 'zod'
import type { Services } from '~/http/server/services'
import { siteCookie } from '~/http/session'

/** How long a browser is known after its last login. */
const KNOWN_SECONDS = 180 * 24 * 3600
/** The most users of one browser that are remembered. */
const MOST_USERS = 10

const Devices = z.array(z.object({ user: z.string(), id: z.string(), until: z.number() }))

/**
 * What a browser gets at a login, so that its user is let in from there while another person fails elsewhere under
 * their name (OWASP, device cookies). It opens nothing and names no user: it is a hash that only this site can make.
 */
function cookieOf({ settings }: Services): Cookie {
  return siteCookie('device', settings, {
    // A different secret from that of sessions: neither cookie is valid in the other's place.
    secrets: [`device ${settings.sessionSecret}`],
    maxAge: KNOWN_SECONDS,
  })
}

const hashOf = (userName: string, { settings }: Services) =>
  createHmac('sha256', `device ${settings.sessionSecret}`).update(userName.toLowerCase()).digest('base64url')

async function devicesIn(request: Request, services: Services) {
  const read = Devices.safeParse(await cookieOf(services).parse(request.headers.get('Cookie')))
  return read.success ? read.data.filter(({ until }) => until > services.clock().getTime()) : []
}

/** The id of this browser, where this user logged in from it before; null in any other. */
export async function knownDevice(request: Request, services: Services, userName: string) {
  const user = hashOf(userName, services)
  return (await devicesIn(request, services)).find((device) => device.user === user)?.id ?? null
}

/** The Set-Cookie that identifies this browser from now on for this user, and for those before them. */
export async function knowDevice(request: Request, services: Services, userName: string): Promise<string> {
  const user = hashOf(userName, services)
  const others = (await devicesIn(request, services)).filter((device) => device.user !== user)
  const until = services.clock().getTime() + KNOWN_SECONDS * 1_000
  const devices = [{ user, id: services.ids.token(16), until }, ...others].slice(0, MOST_USERS)
  return cookieOf(services).serialize(devices)
}
