/** The keywords of `…/teams/{menu}` that lead from chosen teams to an email to them. */
export const isToEmail = (menu: string | undefined): boolean => menu === 'email-teams' || menu === 'email-event'
