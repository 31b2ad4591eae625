/// A change of a profile. Nil: unchanged; nil inside: removed.
struct ProfileChange {
  var name: String?
  var ageLimit: Int??
  var ageRegion: String?
  var pin: String??
}
