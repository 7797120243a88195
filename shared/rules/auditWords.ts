import type { auditedKinds } from './audit.ts'

/**
 * What people call what is kept account of, on the screen and in the file for spreadsheets: each in English and Spanish, as texts
 * of letters stand beside each other.
 */
type Words = readonly [english: string, spanish: string]

/** What was done. */
export const changeWords: Readonly<Record<'created' | 'changed' | 'removed' | 'read', Words>> = {
  created: ['New', 'Creación'],
  changed: ['Changed', 'Cambio'],
  removed: ['Removed', 'Eliminación'],
  read: ['Looked at', 'Consulta'],
}

/** Each kind of item. */
const kindWords: Readonly<Record<(typeof auditedKinds)[number], Words>> = {
  Organization: ['Club', 'Club'],
  'Organization administrator': ['Administrator of the club', 'Administrador del club'],
  'Team administrator': ['Coach of a team', 'Entrenador de un equipo'],
  Invitation: ['Invitation to administer', 'Invitación a administrar'],
  Team: ['Team', 'Equipo'],
  'Team player': ['Player on a team', 'Jugador en un equipo'],
  Player: ['Player', 'Jugador'],
  'Player details': ['Details of a player', 'Datos de un jugador'],
  'Two players': ['Players said to be two', 'Jugadores que son dos'],
  Family: ['Family of a player', 'Familia de un jugador'],
  'Family invitation': ['Invitation to a family', 'Invitación a una familia'],
  Guardian: ['Guardian of a player', 'Tutor de un jugador'],
  Event: ['Event', 'Evento'],
  Series: ['Repeated events', 'Eventos repetidos'],
  'Event types': ['Kinds of event', 'Tipos de evento'],
  Tag: ['Tag', 'Etiqueta'],
  Venue: ['Venue', 'Sede'],
  Links: ['Links', 'Enlaces'],
  Agreement: ['Agreement', 'Acuerdo'],
  Signature: ['Signature', 'Firma'],
  Fee: ['Fee', 'Cuota'],
  'Fee payment': ['Payment of a fee', 'Pago de una cuota'],
  'Payment account': ['Payment account', 'Cuenta de pago'],
  'Blocked from chat': ['Shut out of chat', 'Exclusión del chat'],
  'Chat look': ['Look at a conversation', 'Consulta de una conversación'],
  'Chat evidence': ['Sealed copy of a conversation', 'Copia sellada de una conversación'],
  'Chat rules': ['Chat rules', 'Reglas del chat'],
  'Account of a player': ['Account of a player', 'Cuenta de un jugador'],
  'Email template': ['Email template', 'Plantilla de correo'],
  'Team email': ['Email', 'Correo'],
  Import: ['Import', 'Importación'],
  Invite: ['Answer to an invitation', 'Respuesta a una invitación'],
  Agreed: ['Families asked to agree', 'Familias a las que se pidió aceptar'],
  'Registration export': [
    'Export of registrations with their answers',
    'Exportación de inscripciones con sus respuestas',
  ],
  Licences: ['Team licenses', 'Licencias de equipo'],
  Attendance: ['Who was there', 'Quién estuvo'],
  'Fee reminders': ['Reminders of fees', 'Recordatorios de cuotas'],
  Payment: ['Online payment', 'Pago en línea'],
  Refund: ['Refund', 'Reembolso'],
  'Payment link': ['Payment link', 'Enlace de pago'],
  Subscription: ['Subscription', 'Suscripción'],
  Registration: ['Registration', 'Inscripción'],
  'Registration questions': ['Questions of a registration', 'Preguntas de una inscripción'],
  'Registration options': ['Options of a registration', 'Opciones de una inscripción'],
  'Registration add-ons': ['Add-ons of a registration', 'Extras de una inscripción'],
  'Registration promo codes': ['Promo codes of a registration', 'Códigos promocionales de una inscripción'],
  'Registration installments': ['Installments of a registration', 'Plazos de una inscripción'],
  'Registration invitation': ['Invitation to register', 'Invitación a inscribirse'],
  'Registration notification': ['Who is told of registrations', 'A quién se avisa de las inscripciones'],
  'Registration entry': ['Registration of a player', 'Inscripción de un jugador'],
  Library: ['Folders of the library', 'Carpetas de la biblioteca'],
  'Storage item': ['Item of the library', 'Elemento de la biblioteca'],
  'Storage task': ['Task of the library', 'Tarea de la biblioteca'],
  Recording: ['Recording', 'Grabación'],
  'Recording moment': ['Moment of a recording', 'Momento de una grabación'],
  'Storage tag': ['Tag of the library', 'Etiqueta de la biblioteca'],
  Assignment: ['Assignment', 'Tarea'],
  'Assignment task': ['What an assignment asks', 'Lo que pide una tarea'],
  'Assigned task': ['Assignment of a player', 'Tarea de un jugador'],
  'Task response': ['Answer to an assignment', 'Respuesta a una tarea'],
  Conversation: ['Conversation', 'Conversación'],
  'Conversation member': ['Who is in a conversation', 'Quién está en una conversación'],
  'Chat report': ['Report of a message', 'Denuncia de un mensaje'],
  'Access token': ['Access token', 'Token de acceso'],
  'Developer settings': ['Whether programs may read', 'Si los programas pueden leer'],
  Webhook: ['Webhook', 'Webhook'],
  Health: ['Health of a player', 'Salud de un jugador'],
  Export: ['Exported list', 'Lista exportada'],
}

const isKind = (kind: string): kind is keyof typeof kindWords => Object.hasOwn(kindWords, kind)
/** What is kept account of no more, or not known here yet, is called as it was written down. */
export const wordsOf = (kind: string): Words => (isKind(kind) ? kindWords[kind] : [kind, kind])
