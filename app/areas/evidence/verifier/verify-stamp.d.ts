/** See verify-stamp.js. @throws Error in a sentence */
export function checkStamp(
  token: string,
  text: string,
): Promise<{ at: string; by: string; certificate: string }>
