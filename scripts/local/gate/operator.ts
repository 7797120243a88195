/** The access key of whoever fills and looks after the local cloud: no role, no faults. */
export const operator = 'LOCALadmin'
