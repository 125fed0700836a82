import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { linkToProvider, unlinkFromProvider } from '~/areas/access/log-in.server'
import { newPasswordHash, setPassword } from '~/areas/access/set-password.server'
import { acceptPasswords } from '~/areas/access/site-setting.server'
import { resignAdministrator } from '~/areas/users/disable-user.server'
import { listUsers } from '~/areas/users/user-view.server'
import type { Services } from '~/http/server/services'
import { DomainError } from '~/platform/values/domain-error'
import { answer, type CommandContext, complain, DONE, onSite, WRONG_USE } from './site'

const USE = [
  'Use: npm run user -- password NAME',
  '     npm run user -- list',
  '     npm run user -- passwords accept|refuse',
  '     npm run user -- link NAME SUBJECT',
  '     npm run user -- unlink NAME',
  '     npm run user -- resign NAME',
]

/**
 * `npm run user -- password NAME` sets a password; `list` lists the users. For single sign-on: `passwords accept`
 * allows passwords whatever the settings say, `link NAME SUBJECT` links a user to the provider's `sub` SUBJECT, `unlink
 * NAME` removes that link. `resign NAME` removes the update right of Administration from a disabled user, so that the
 * one active administrator is the only one.
 */
export default async function userCommand(args: string[], context: CommandContext): Promise<number> {
  const [verb, name, ...more] = args
  if (verb === 'list' && name === undefined) return onSite(context, list)
  if (verb === 'password' && name && more.length === 0) return onSite(context, (site) => password(site, name))
  if (verb === 'link' && name && more.length === 1)
    return onSite(context, (site) => link(site, name, more[0] ?? ''))
  if (verb === 'unlink' && name && more.length === 0) return onSite(context, (site) => unlink(site, name))
  if (verb === 'resign' && name && more.length === 0) return onSite(context, (site) => resign(site, name))
  if (verb === 'passwords' && (name === 'accept' || name === 'refuse') && more.length === 0)
    return onSite(context, (site) => passwords(site, name === 'accept'))
  for (const line of USE) complain(line)
  return WRONG_USE
}

async function list({ database }: Services): Promise<number> {
  for (const user of await listUsers(database.read)) {
    const marks = [...(user.disabled ? ['disabled'] : []), ...(user.hasPassword ? [] : ['no password yet'])]
    const queues = user.queues.length > 0 ? `queues ${user.queues.join(', ')}` : 'no queue'
    answer([user.userName, user.fullName, user.role, queues, ...marks].join(' · '))
  }
  return DONE
}

async function password({ database, clock }: Services, userName: string): Promise<number> {
  const users = await listUsers(database.read)
  if (!users.some((user) => user.userName === userName))
    throw new DomainError(
      'not-found',
      `There is no user ${userName}. "npm run user -- list" shows all users.`,
    )
  const typed = await newPassword(process.stdin, process.stderr, userName)
  const passwordHash = await newPasswordHash(typed, userName)
  await database.transaction((tx) => setPassword({ tx, now: clock() }, { userName, passwordHash }, null))
  answer(`The password of ${userName} is set; their sessions and personal tokens were ended.`)
  return DONE
}

async function passwords({ database, clock }: Services, accepted: boolean): Promise<number> {
  await database.transaction((tx) => acceptPasswords({ tx, now: clock() }, accepted))
  answer(
    accepted
      ? 'Passwords are accepted from now on, regardless of OIDC_LOGIN. "npm run user -- passwords refuse" ends this.'
      : 'Passwords are accepted as OIDC_LOGIN says.',
  )
  return DONE
}

async function link(
  { database, clock, settings }: Services,
  userName: string,
  subject: string,
): Promise<number> {
  const issuer = settings.singleSignOn?.issuer
  if (issuer === undefined)
    throw new DomainError('refused', 'This site has no single sign-on: the setting OIDC_ISSUER is not set.')
  await database.transaction((tx) => linkToProvider({ tx, now: clock() }, userName, { issuer, subject }))
  answer(`${userName} is linked to ${subject} of ${issuer}.`)
  return DONE
}

async function unlink({ database, clock }: Services, userName: string): Promise<number> {
  await database.transaction((tx) => unlinkFromProvider({ tx, now: clock() }, userName, null))
  answer(
    `${userName} is no longer linked to single sign-on: a one-time password, or "npm run user -- link", links the user again.`,
  )
  return DONE
}

async function resign({ database, clock }: Services, userName: string): Promise<number> {
  await database.transaction((tx) => resignAdministrator({ tx, now: clock() }, userName))
  answer(`${userName} may no longer update Administration, even if enabled again.`)
  return DONE
}

type Input = Readable & { isTTY?: boolean; setRawMode?: (raw: boolean) => unknown }

/**
 * A new password: typed twice at a terminal, without echo, or piped in; a final line end is dropped.
 * @throws DomainError invalid when the two differ or several lines were piped in, refused when the user gave up
 */
export async function newPassword(input: Input, output: Writable, userName: string): Promise<string> {
  if (!input.isTTY) {
    const piped = (await text(input)).replace(/\r?\n$/, '')
    if (/[\r\n]/.test(piped))
      throw new DomainError('invalid', 'A password is one line: pipe it in once. Nothing was changed.')
    return piped
  }
  const ahead: string[] = []
  const first = await hidden(input, output, `New password of ${userName}: `, ahead)
  const second = await hidden(input, output, 'Repeat the password: ', ahead)
  if (first !== second) throw new DomainError('invalid', 'The two passwords differ; nothing was changed.')
  return first
}

const ENTER = new Set(['\r', '\n', '\u0004'])
const BACK = new Set(['\b', '\u007f'])
const GIVE_UP = '\u0003'

/** Reads one hidden line from a terminal. `ahead` holds text typed or pasted after the end of the line. */
function hidden(input: Input, output: Writable, question: string, ahead: string[]): Promise<string> {
  output.write(question)
  input.setRawMode?.(true)
  return new Promise((resolve, reject) => {
    const decoder = new TextDecoder()
    const typed: string[] = []
    const end = () => {
      input.off('data', take)
      input.setRawMode?.(false)
      input.pause()
      output.write('\n')
    }
    const work = () => {
      for (let sign = ahead.shift(); sign !== undefined; sign = ahead.shift()) {
        if (sign === GIVE_UP || ENTER.has(sign)) {
          end()
          if (sign === GIVE_UP) reject(new DomainError('refused', 'Nothing was changed.'))
          else resolve(typed.join(''))
          return
        }
        if (BACK.has(sign)) typed.pop()
        else typed.push(sign)
      }
    }
    const take = (bytes: Buffer) => {
      ahead.push(...decoder.decode(bytes, { stream: true }))
      work()
    }
    input.on('data', take)
    input.resume()
    work()
  })
}
