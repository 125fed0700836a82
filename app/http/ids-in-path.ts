import { data } from '@remix-run/node'

/** The id that a path names; 404 for anything that is no id. */
export function idInPath(text: string | undefined): number {
  if (text === undefined || !/^[1-9]\d{0,14}$/.test(text))
    throw data({ message: 'There is nothing at this address. Check the link.' }, { status: 404 })
  return Number(text)
}
