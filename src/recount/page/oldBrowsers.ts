// Chromium 80 and Firefox 78 do not know what the hashing library asks for; it must be there before that is loaded.
interface Later {
  hasOwn?: (object: object, name: PropertyKey) => boolean
}
const later = Object as Later
later.hasOwn ??= (object, name) => Object.prototype.hasOwnProperty.call(object, name)
