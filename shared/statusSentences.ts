/**
 * Refusals that only have a status, as given by the gateway and anything in front of it: the sentences that every web page
 * includes. All others come with the responses.
 */
export const statusProblems = {
  bad_request: [400, 'Some of what was sent is not valid.'],
  not_signed_in: [401, 'Unauthorized access'],
  not_allowed: [403, 'Forbidden'],
  not_found: [404, 'We could not find that.'],
  conflict: [412, 'Someone changed this at the same time. Please try again.'],
  too_large: [413, 'That is too much to send at once.'],
  busy: [503, 'Touchline is busy. Please try again in a moment.'],
  internal: [500, 'Something went wrong on our side.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>
