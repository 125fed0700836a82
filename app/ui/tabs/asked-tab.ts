/** The tab that an address shows in this parameter: the first one unless it names another. */
export function askedTab<Id extends string>(
  [first, ...others]: readonly [{ id: Id }, ...{ id: Id }[]],
  param: string,
): (url: URL) => Id {
  return ({ searchParams }) => others.find(({ id }) => id === searchParams.get(param))?.id ?? first.id
}
