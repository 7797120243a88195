/** What the log of a function says wherever a fault of ours was caught: Lambda counts what is thrown, and an alarm these words. */
export const failedWords = 'failed by a fault of ours'

/**
 * The line that a version of a function leaves in its log when a request or a message failed by a fault of ours. A canary counts those of
 * its version: the caller is answered, and the message comes again, so that for Lambda nothing has failed.
 * @param version as Lambda numbers it, or what stands for it in a template
 */
export const failedLine = (version: string): string => `Version ${version} ${failedWords}.`
