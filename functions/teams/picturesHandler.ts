import { pictures } from '#shared/api/pictures.ts'
import { serve } from '../serve.ts'
import { myPictures, putPicture, putTeamPicture, removePicture, removeTeamPicture, saveAudience } from './pictures.ts'

export const handler = serve(pictures, {
  'GET /rest-api/pictures/mine': myPictures,
  'PUT /rest-api/pictures/player/{playerId}': putPicture,
  'DELETE /rest-api/pictures/player/{playerId}': removePicture,
  'PUT /rest-api/pictures/player/{playerId}/audience': saveAudience,
  'PUT /rest-api/pictures/team/{teamId}': putTeamPicture,
  'DELETE /rest-api/pictures/team/{teamId}': removeTeamPicture,
})
