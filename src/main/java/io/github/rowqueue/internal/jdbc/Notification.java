package io.github.rowqueue.internal.jdbc;

/**
 * What a session that listens was told.
 *
 * @param channel by which channel
 * @param payload the group, or nothing for all groups of the channel's table
 */
public record Notification(String channel, String payload) {}
