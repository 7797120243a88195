/** Values of `…/teams/{menu}` that select teams for an email. */
export const isEmailKeyword = (menu: string | undefined): boolean => menu === 'email-teams' || menu === 'email-event'
