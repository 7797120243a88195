/** The access key of scripts and tests that fill or maintain the local cloud: no role, no faults. */
export const operator = 'LOCALadmin'
