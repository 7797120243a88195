/**
 * Logged wherever a function catches an internal error. Lambda itself counts only what is thrown, so an alarm counts these words.
 */
export const faultWords = 'failed by a fault of ours'

/**
 * The log line of a function's version for a request or message that failed by an internal error. A canary counts those of its
 * version: since the caller gets a response and the message is retried, Lambda itself sees no failure.
 * @param version as Lambda numbers it, or its placeholder in a template
 */
export const faultLine = (version: string): string => `Version ${version} ${faultWords}.`
