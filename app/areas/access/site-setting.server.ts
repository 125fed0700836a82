import type { Read, Transaction } from 'db/database'
import { siteSetting } from 'db/schema/access'
import { eq } from 'drizzle-orm'
import { recordAct } from '~/platform/workflow/record-act.server'

/** What a setting of the site is; undefined while nobody has set it. */
export async function siteSettingOf(read: Read, key: string): Promise<unknown> {
  const [row] = await read.select().from(siteSetting).where(eq(siteSetting.key, key))
  return row?.value
}

/** Stores a setting of the site; whoever does records it. */
export async function putSiteSetting(tx: Transaction, key: string, value: unknown): Promise<void> {
  await tx
    .insert(siteSetting)
    .values({ key, value })
    .onConflictDoUpdate({ target: siteSetting.key, set: { value } })
}

/** A setting that nobody needs any more. */
export async function dropSiteSetting(tx: Transaction, key: string): Promise<void> {
  await tx.delete(siteSetting).where(eq(siteSetting.key, key))
}

/** True while the demo data is loaded: the login page then tells the demo users. */
export async function isDemoSite(read: Read): Promise<boolean> {
  return (await siteSettingOf(read, 'demo')) === true
}

const PASSWORDS_KEY = 'passwords accepted'

/**
 * Whether people may log in with a password.
 * @param login of the settings: "instead" leaves it to single sign-on alone, unless the command line says otherwise
 */
export async function passwordsAccepted(
  read: Read,
  login: 'beside' | 'instead' | undefined,
): Promise<boolean> {
  return login !== 'instead' || (await siteSettingOf(read, PASSWORDS_KEY)) === true
}

/** The way back in for a site whose identity provider is gone: accepts passwords whatever its settings say, or ends that. */
export async function acceptPasswords(tx: Transaction, accepted: boolean, now: Date): Promise<void> {
  await putSiteSetting(tx, PASSWORDS_KEY, accepted)
  await recordAct(
    tx,
    'reference',
    {
      name: accepted ? 'accept passwords' : 'refuse passwords',
      status: accepted ? 'PASSWORDS ACCEPTED' : 'PASSWORDS REFUSED',
      class: accepted ? 'pending' : 'success',
      log: accepted
        ? 'Passwords are accepted beside single sign-on, whatever the settings say (command line)'
        : 'Passwords are accepted as the settings say (command line)',
    },
    { who: null, now },
  )
}

const NOTED_KEY = 'single sign-on'

/** Whether people can log in without a password: whoever counts who can get in asks it where no settings are at hand. */
export async function singleSignOnIsOn(read: Read): Promise<boolean> {
  return (await siteSettingOf(read, NOTED_KEY)) === true
}

/** At each start: what the settings say now. */
export async function noteSingleSignOn(tx: Transaction, on: boolean): Promise<void> {
  if ((await singleSignOnIsOn(tx)) !== on) await putSiteSetting(tx, NOTED_KEY, on)
}
