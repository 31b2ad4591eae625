/// What the store does in one step (https://redis.io/docs/latest/develop/programmability/eval-intro/). What
/// somebody else has put under one of these keys counts as nothing there, and is replaced.
enum SharedScripts {
  /// The answer and its remaining milliseconds; else 1: the lease is yours; else 0: another machine has it.
  ///
  /// KEYS: answer, lease. ARGV: token, the lease's milliseconds, most bytes, highest age in milliseconds or -1.
  static let find = """
    local size = redis.pcall('STRLEN', KEYS[1])
    if type(size) == 'number' and size > 0 and size <= tonumber(ARGV[3]) then
      local value = redis.call('GET', KEYS[1])
      local rest = redis.call('PTTL', KEYS[1])
      local _, last, life, count = string.find(value, '^movierpc 1 (%d+) %d+ (%d+)\\n')
      if last and rest > 0 and size - last == tonumber(count) then
        local age = tonumber(life) - rest
        local most = tonumber(ARGV[4])
        if age >= 0 and (most < 0 or age <= most) then return {value, rest} end
      end
    end
    local holder = redis.pcall('GET', KEYS[2])
    if type(holder) == 'string' then
      local rest = redis.call('PTTL', KEYS[2])
      if rest > 0 and rest <= tonumber(ARGV[2]) then return 0 end
    end
    redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
    return 1
    """

  /// The picture and its remaining milliseconds, or nothing.
  ///
  /// KEYS: picture. ARGV: most bytes.
  static let picture = """
    local size = redis.pcall('STRLEN', KEYS[1])
    if type(size) == 'number' and size > 0 and size <= tonumber(ARGV[1]) then
      return {redis.call('GET', KEYS[1]), redis.call('PTTL', KEYS[1])}
    end
    return false
    """

  /// KEYS: answer, lease. ARGV: value, its milliseconds, token.
  static let store = """
    redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
    if redis.pcall('GET', KEYS[2]) == ARGV[3] then redis.call('DEL', KEYS[2]) end
    return 1
    """

  /// KEYS: lease. ARGV: token.
  static let release = """
    if redis.pcall('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
    return 1
    """

  /// KEYS: lease. ARGV: token, milliseconds.
  static let renew = """
    if redis.pcall('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
    return 1
    """

  /// A token bucket by the store's clock: the tokens granted, and the milliseconds until the next one.
  ///
  /// KEYS: bucket. ARGV: tokens per second, burst, tokens wanted.
  static let take = """
    local rate, burst, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
    local time = redis.call('TIME')
    local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
    local saved = redis.pcall('HMGET', KEYS[1], 'tokens', 'at')
    if saved.err then
      redis.call('DEL', KEYS[1])
      saved = {}
    end
    local tokens, at = tonumber(saved[1] or ''), tonumber(saved[2] or '')
    if not (tokens and tokens >= 0) then tokens = burst end
    if not (at and at <= now) then at = now end
    tokens = math.min(burst, tokens + (now - at) * rate / 1000)
    local granted = math.min(wanted, math.floor(tokens + 1e-9))
    tokens = math.max(0, tokens - granted)
    redis.call('HSET', KEYS[1], 'tokens', tostring(tokens), 'at', string.format('%.0f', now))
    redis.call('PEXPIRE', KEYS[1], math.ceil(burst / rate * 1000) + 1000)
    if tokens >= 1 then return {granted, 0} end
    return {granted, math.ceil((1 - tokens) / rate * 1000)}
    """
}
