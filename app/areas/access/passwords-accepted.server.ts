import type { Read, Transaction } from 'db/database'
import { recordAct } from '~/platform/workflow/record-act.server'
import { putSiteSetting, siteSettingOf } from './site-setting.server'

const KEY = 'passwords accepted'

/**
 * Whether people may log in with a password.
 * @param login of the settings: "instead" leaves it to single sign-on alone, unless the command line says otherwise
 */
export async function passwordsAccepted(
  read: Read,
  login: 'beside' | 'instead' | undefined,
): Promise<boolean> {
  return login !== 'instead' || (await siteSettingOf(read, KEY)) === true
}

/** The way back in for a site whose identity provider is gone: accepts passwords whatever its settings say, or ends that. */
export async function acceptPasswords(tx: Transaction, accepted: boolean, now: Date): Promise<void> {
  await putSiteSetting(tx, KEY, accepted)
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
