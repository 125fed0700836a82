import type { Read, Transaction } from 'db/database'
import { siteSetting } from 'db/schema/access'
import { eq } from 'drizzle-orm'
import type { TransactionAt } from '~/platform/values/context.server'
import { inAdministration, REFERENCE_DATA, recordAct } from '~/platform/workflow/record-act.server'

/** A setting of the site; undefined while it is not set. */
export async function siteSettingOf(read: Read, key: string): Promise<unknown> {
  const [row] = await read.select().from(siteSetting).where(eq(siteSetting.key, key))
  return row?.value
}

/** Stores a setting of the site; the caller records the change. */
export async function putSiteSetting(tx: Transaction, key: string, value: unknown): Promise<void> {
  await tx
    .insert(siteSetting)
    .values({ key, value })
    .onConflictDoUpdate({ target: siteSetting.key, set: { value } })
}

/** Removes a setting that is no longer needed. */
export async function dropSiteSetting(tx: Transaction, key: string): Promise<void> {
  await tx.delete(siteSetting).where(eq(siteSetting.key, key))
}

/** True while the demo data is loaded: the login page then shows the demo users. */
export async function isDemoSite(read: Read): Promise<boolean> {
  return (await siteSettingOf(read, 'demo')) === true
}

const PASSWORDS_KEY = 'passwords accepted'

/**
 * Whether people may log in with a password.
 * @param login from the settings: "instead" allows single sign-on alone, unless the command line overrides it
 */
export async function passwordsAccepted(
  read: Read,
  login: 'beside' | 'instead' | undefined,
): Promise<boolean> {
  return login !== 'instead' || (await siteSettingOf(read, PASSWORDS_KEY)) === true
}

/**
 * Lets people back in when a site's identity provider is gone: accepts passwords whatever its settings say, or stops
 * doing so.
 */
export async function acceptPasswords({ tx, now }: TransactionAt, accepted: boolean): Promise<void> {
  await putSiteSetting(tx, PASSWORDS_KEY, accepted)
  await recordAct(tx, REFERENCE_DATA, {
    name: accepted ? 'accept passwords' : 'refuse passwords',
    to: inAdministration(
      accepted ? 'PASSWORDS ACCEPTED' : 'PASSWORDS REFUSED',
      accepted ? 'pending' : 'success',
    ),
    log: accepted
      ? 'Passwords are accepted alongside single sign-on, regardless of the settings (command line)'
      : 'Passwords are accepted as the settings say (command line)',
    who: null,
    now,
  })
}

const NOTED_KEY = 'single sign-on'

/** Whether people can log in without a password, for code that has no settings at hand. */
export async function singleSignOnIsOn(read: Read): Promise<boolean> {
  return (await siteSettingOf(read, NOTED_KEY)) === true
}

/** Called at each start with the current settings. */
export async function noteSingleSignOn(tx: Transaction, on: boolean): Promise<void> {
  if ((await singleSignOnIsOn(tx)) !== on) await putSiteSetting(tx, NOTED_KEY, on)
}
