// Object.hasOwn for Chromium 80 and Firefox 78: the hashing library needs it, so this must be imported first.
interface ObjectWithHasOwn {
  hasOwn?: (object: object, name: PropertyKey) => boolean
}
const objectClass = Object as ObjectWithHasOwn
objectClass.hasOwn ??= (object, name) => Object.prototype.hasOwnProperty.call(object, name)
