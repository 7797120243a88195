// What is asked less often: one part, which is loaded with the first call of these.
export { addPlayers, removePlayer } from './addPlayers.ts'
export { createTeam, changeTeam, archiveTeam, unarchiveTeam } from './changeTeam.ts'
export { listPlayers, listPlayersByTeam, listUnassigned, readSearch } from './listPlayers.ts'
export { readPlayer, changePlayer } from './player.ts'
export { readOverview } from './readOverview.ts'
export { readWeek } from './readWeek.ts'
export { readStanding } from './standing.ts'
export { createTag, addTag, removeTag, listTags, listTagsInUse } from './tags.ts'
