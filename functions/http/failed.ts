/**
 * The line that a version of a function leaves in its log when a request failed by a fault of ours. The canary counts it: the
 * caller is answered, so that for Lambda nothing has failed.
 * @param version as Lambda numbers it, or what stands for it in a template
 */
export const failedLine = (version: string): string => `Version ${version} failed.`
