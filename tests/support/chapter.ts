/**
 * One named step of a long test that tells a story. When it fails, its failure begins with its name, so that the report
 * says how far the story came.
 * @param name what happens in it, in a sentence
 * @returns what the work returns: later chapters need it
 */
export async function chapter<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (failure) {
    if (!(failure instanceof Error)) throw new Error(`Chapter “${name}”: ${failure}`, { cause: failure })
    const { message, stack } = failure
    failure.message = `Chapter “${name}”: ${message}`
    // Reports print either of the two.
    failure.stack = stack?.replace(message, () => failure.message)
    throw failure
  }
}
