/** A function logs these words wherever it catches a fault of ours. Lambda itself counts only what is thrown, so an alarm counts the words. */
export const faultWords = 'failed by a fault of ours'

/**
 * The line that a version of a function leaves in its log when a request or a message failed by a fault of ours. A canary counts those of
 * its version: the caller is answered, and the message comes again, so that for Lambda nothing has failed.
 * @param version as Lambda numbers it, or what stands for it in a template
 */
export const faultLine = (version: string): string => `Version ${version} ${faultWords}.`
