import { assignments } from '#shared/api/assignments.ts'
import { toDo } from '#shared/rules/library.ts'
import { serve } from '../serve.ts'
import { listAssignees } from './assignees.ts'
import { closeOrRemove, createAssignment, remind, reopenAssignment, updateAssignment } from './change.ts'
import { exportAssignment, listAssigned, readAssignment } from './details.ts'
import { addFavorite, dropFavorite, readFavorite } from './favorites.ts'
import { readAssignedTask, writeAssignedTask } from './fromLibrary.ts'
import { listAssignments } from './list.ts'
import { listPlayerTasks, readPlayerTask, readTask } from './playerTask.ts'
import { saveResponse, writeFeedback } from './respond.ts'

export const handler = serve(assignments, {
  'GET /rest-api/academy/task/form/{storageItemId}/{assignmentId}': readAssignedTask('FORM'),
  'PUT /rest-api/academy/task/form/{storageItemId}/{assignmentId}': writeAssignedTask('FORM'),
  'GET /rest-api/academy/task/todo/{storageItemId}/{assignmentId}': readAssignedTask(toDo),
  'PUT /rest-api/academy/task/todo/{storageItemId}/{assignmentId}': writeAssignedTask(toDo),
  'GET /rest-api/assignment/organization/{orgUnitId}': listAssignments,
  'GET /rest-api/assignment/assignees/{orgUnitId}': listAssignees,
  'POST /rest-api/assignment/organization/{orgUnitId}': createAssignment,
  'GET /rest-api/assignment/{assignmentId}/organization/{orgUnitId}': readAssignment,
  'PUT /rest-api/assignment/{assignmentId}/organization/{orgUnitId}': updateAssignment,
  'GET /rest-api/assignment/organization/{orgUnitId}/assignment/{assignmentId}': listAssigned,
  'GET /rest-api/assignment/export/{assignmentId}': exportAssignment,
  'POST /rest-api/email/assignment/{assignmentId}/organization/{orgUnitId}': remind,
  'DELETE /rest-api/assignment/close-remove/{assignmentId}/organization/{orgUnitId}': closeOrRemove,
  'POST /rest-api/assignment/reopen/{assignmentId}': reopenAssignment,
  'POST /rest-api/assignment/favorite/{assignmentId}': addFavorite,
  'DELETE /rest-api/assignment/favorite/{assignmentId}': dropFavorite,
  'GET /rest-api/assignment/favorite/{assignmentId}': readFavorite,
  'GET /rest-api/assignment/{assignmentId}/player/{playerId}': readPlayerTask,
  'PUT /rest-api/assignment/{assignmentId}/player/{playerId}/feedback': writeFeedback,
  'GET /rest-api/assignment/player/{playerId}': listPlayerTasks,
  'GET /rest-api/assignment/task-response/{assignmentId}/player/{playerId}': readTask,
  'POST /rest-api/assignment/task-response/{assignmentId}/player/{playerId}': saveResponse,
})
