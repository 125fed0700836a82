import type { Read, Transaction } from 'db/database'
import { putSiteSetting, siteSettingOf } from './site-setting.server'

const KEY = 'single sign-on'

/** Whether people can log in without a password: whoever counts who can get in asks it where no settings are at hand. */
export async function singleSignOnIsOn(read: Read): Promise<boolean> {
  return (await siteSettingOf(read, KEY)) === true
}

/** At each start: what the settings say now. */
export async function noteSingleSignOn(tx: Transaction, on: boolean): Promise<void> {
  if ((await singleSignOnIsOn(tx)) !== on) await putSiteSetting(tx, KEY, on)
}
